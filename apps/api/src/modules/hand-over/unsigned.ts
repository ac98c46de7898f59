import { addMinutes, newId, relativeTime } from '@larder/contract'
import { sql } from 'kysely'
import type { Context } from '#kit/context.ts'
import { wholeInstallation } from '#kit/live/audience.ts'
import { readSetting } from '#kit/settings.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'

const mostAtOnce = 100

interface Unsigned {
  id: string
  version: number
  branch_id: string | null
  store_id: string | null
  given_by: string
  given_id: string
  given_at: string
}

/** Tells whoever leads, once each, of shifts that were handed over and that nobody signed; also of those of while the program was down. */
export async function tellUnsigned(ctx: Context): Promise<void> {
  const minutes = await readSetting(ctx.services, 'order.handOverMinutes')
  const at = ctx.clock.instant()
  await unitOfWork(ctx, async (work) => {
    work.nothing()
    const { rows } = await sql<Unsigned>`
      update hand_over set told_at = ${at} where id in (select id from hand_over where status = 'waiting' and told_at is null
        and given_at <= ${addMinutes(at, -minutes)} order by given_at limit ${mostAtOnce} for update skip locked)
      returning id, version, branch_id, store_id, given_by, given_id, given_at`.execute(work.db)
    for (const { id, version, branch_id, store_id, given_by, given_id, given_at } of rows) {
      const text = `It was handed over ${relativeTime(given_at, at)}, and nobody has signed it.`
      const payload = { id: newId<'message'>(ctx.clock.ms()), tone: 'warning', title: `${given_by}'s shift waits`, text, at }
      work.notify({
        kind: 'message',
        entity: 'hand-over',
        entityId: id,
        version,
        permission: 'hand-over.approve',
        branchId: branch_id ?? wholeInstallation,
        storeId: store_id,
        butStaffIds: [given_id],
        payload: { ...payload, entity: 'hand-over', entityId: id },
      })
    }
  })
}
