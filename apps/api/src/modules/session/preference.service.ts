import { type ChosenPreferences, chosenPreferences, type Output, type Parsed, type sessionContract } from '@larder/contract'
import { sql } from 'kysely'
import type { Context, Work } from '#kit/context.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'

type Contract = typeof sessionContract

/** Keeps the fields that are named, each as whoever came last left it. One's other devices are told where something changed. */
export function changePreferences(
  ctx: Context,
  { body }: Parsed<Contract['changePreferences']>,
): Promise<Output<Contract['changePreferences']>> {
  const chosen = JSON.stringify(body)
  return unitOfWork(ctx, async (work) => {
    work.nothing()
    const { rows } = await sql<{ chosen: ChosenPreferences }>`
      insert into preference (staff_id, chosen) values (${ctx.actor.id}, ${chosen}::jsonb)
      on conflict (staff_id) do update set chosen = preference.chosen || excluded.chosen, updated_at = now()
      where preference.chosen is distinct from preference.chosen || excluded.chosen
      returning chosen`.execute(work.db)
    if (rows[0]) tellOwnDevices(ctx, work)
    const kept =
      rows[0] ?? (await work.db.selectFrom('preference').select('chosen').where('staff_id', '=', ctx.actor.id).executeTakeFirst())
    return chosenPreferences(kept?.chosen)
  })
}

/** Says to a person's own devices, and to nobody else, that what `/me` says of them has changed. */
function tellOwnDevices({ actor }: Context, work: Work): void {
  const own = { permission: 'signed-in', branchId: null, storeId: null, staffId: actor.id } as const
  work.notify({ kind: 'changed', entity: 'me', entityId: actor.id, version: 1, ...own, payload: null })
}
