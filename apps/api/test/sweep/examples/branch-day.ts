import { addDays, type LocalDate } from '@larder/contract'
import type { Examples } from '../world.ts'

/** Days that are long over, each closed but once. */
let last: LocalDate = '2026-06-01'
const anotherDay = () => {
  last = addDays(last, -1)
  return last
}

/** Good calls of what is done with a day of a branch: another person has closed it. */
export const examples: Examples = ({ app, admin, store, otherAdmin }) => {
  const draft = () => ({ branchId: store.branch_id, day: anotherDay(), remark: 'A quiet one' })
  const done = async (address: string, body: object, as = otherAdmin) => {
    const answer = await app.call(`POST ${address}`, { as, body })
    if (answer.status !== 200) throw new Error(`${address} answered ${JSON.stringify(answer.body)}`)
    return { params: { id: String(answer.body.id) }, version: Number(answer.body.version) }
  }
  const closed = async (body: object) => {
    const { params, version } = await done('/branch-days', draft())
    return { params, body: { version, ...body } }
  }
  return {
    'branch-day.create': async () => ({ body: draft() }),
    'branch-day.signOff': () => closed({}),
    'branch-day.reopen': () => closed({ reason: 'A refund came late' }),
    'branch-day.closeAgain': async () => {
      const { params, body } = await closed({ reason: 'A refund came late' })
      const { version } = await done(`/branch-days/${params.id}/reopen`, body, admin)
      return { params, body: { version, remark: 'With the refund' } }
    },
  }
}
