import type { Parsed, Store, storeContract } from '@larder/contract'
import type { Context } from '#kit/context.ts'
import { refuse } from '#kit/errors.ts'
import { whyNot } from './store.policy.ts'
import { changeStore } from './store.write.ts'
import { decideOpenMode } from './store-mode.decide.ts'

const batch = 200

export function setOpenMode(ctx: Context, { params, body }: Parsed<typeof storeContract.setOpenMode>): Promise<Store> {
  const { version, reason } = body
  return changeStore(ctx, { id: params.id, version, action: 'setOpenMode', reason }, (old) => {
    const because = whyNot('setOpenMode', old)
    if (because) refuse('store-not-live', because)
    const columns = decideOpenMode(body, ctx.clock.instant())
    const isSame = Object.entries(columns).every(([column, value]) => old[column as keyof typeof columns] === value)
    return isSame ? null : { columns }
  })
}

/** Opens the stores whose busy or paused time is over, each as an act of the system. Returns how many. */
export async function endOpenModes(ctx: Context): Promise<number> {
  const now = ctx.clock.instant()
  const due = await ctx.db
    .selectFrom('store')
    .select(['id', 'version'])
    .where('open_mode_until', '<=', now)
    .orderBy('open_mode_until')
    .limit(batch)
    .execute()
  for (const { id, version } of due) await endOpenMode(ctx, id, version)
  return due.length
}

// Someone who changed the store a moment ago has decided on its mode as well: the next run looks again.
async function endOpenMode(ctx: Context, id: string, version: number): Promise<void> {
  const columns = { open_mode: 'open', open_mode_until: null, open_mode_reason: null }
  try {
    await changeStore(ctx, { id, version, action: 'endOpenMode' }, () => ({ columns }))
  } catch (error) {
    ctx.log.warn({ storeId: id, err: error }, 'a store could not be reopened; the next run tries again')
  }
}
