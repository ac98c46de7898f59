import { addDays, type Instant, type LocalDate } from '@larder/contract'
import { entryInsert, entryOf } from '../../../src/modules/ledger/post.service.ts'
import { addOrder } from '../../factories.ts'
import type { Examples } from '../world.ts'

/** Days that are long over, each closed but once. */
let last: LocalDate = '2026-06-01'
const anotherDay = () => {
  last = addDays(last, -1)
  return last
}

/** Good calls of what is done with a day of a branch: another person has closed it. */
export const examples: Examples = ({ app, db, admin, store, otherAdmin }) => {
  /** A day on which the store's counter took cash. */
  const draft = async () => {
    const day = anotherDay()
    const paid = { payment_method: 'cash', payment_state: 'collected', delivery_state: 'done', status: 'delivered' } as const
    const order = { ...(await addOrder(db, store, { ...paid, total_minor: 500 })), branch_time_zone: store.time_zone }
    const taken = { kind: 'collected', moved: { 'store-cash': 500, customers: -500 } } as const
    await entryInsert('test', [entryOf(order, `${day}T08:00:00.000Z` as Instant, taken)]).execute(db)
    return { branchId: store.branch_id, day, remark: 'A quiet one' }
  }
  const done = async (address: string, body: object, as = otherAdmin) => {
    const answer = await app.call(`POST ${address}`, { as, body })
    if (answer.status !== 200) throw new Error(`${address} answered ${JSON.stringify(answer.body)}`)
    return { params: { id: String(answer.body.id) }, version: Number(answer.body.version) }
  }
  const closed = async (body: object) => {
    const { params, version } = await done('/branch-days', await draft())
    return { params, body: { version, ...body } }
  }
  return {
    'branch-day.create': async () => ({ body: await draft() }),
    'branch-day.signOff': () => closed({}),
    'branch-day.reopen': () => closed({ reason: 'A refund came late' }),
    'branch-day.closeAgain': async () => {
      const { params, body } = await closed({ reason: 'A refund came late' })
      const { version } = await done(`/branch-days/${params.id}/reopen`, body, admin)
      return { params, body: { version, remark: 'With the refund' } }
    },
  }
}
