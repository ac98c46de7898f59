import type { StoreStatus } from '@larder/contract'
import { sql } from 'kysely'
import type { Context, Work } from '#kit/context.ts'
import type { Because } from '#kit/errors.ts'
import { format } from '#kit/format.ts'
import { wholeInstallation } from '#kit/live/audience.ts'
import { takeBackKey } from '#modules/channel/channel-key.service.ts'
import { machines } from '#modules/machine/machine.service.ts'
import { checklistOfRow } from './store.present.ts'
import type { ProfiledStore } from './store.queries.ts'
import { whyIncomplete } from './store-checklist.decide.ts'

/** A rule of a verb: the statuses that it is done in, else why not. */
export const only = (from: readonly StoreStatus[], because: Because) => (row: { status: string }) =>
  from.some((status) => status === row.status) ? null : because

const elsewhere = (message: string): Because => ({ reason: 'store-elsewhere', message })
const isLead = only(['lead'], elsewhere('Only a lead is begun.'))
const isDraft = only(['draft'], elsewhere('Only a draft is put forward.'))
const isInReview = only(['review'], elsewhere('It is not in review.'))
const isApproved = only(['approved'], elsewhere('It is not approved yet.'))

export function whyNotBegin(row: ProfiledStore): Because | null {
  return isLead(row)
}

export function whyNotSubmit(row: ProfiledStore, ctx: Context): Because | null {
  return isDraft(row) ?? incomplete(row, ctx, 'submit')
}

export function whyNotApprove(row: ProfiledStore): Because | null {
  return isInReview(row)
}

/** Nobody sends back what they put forward or changed. */
export function whyNotSendBack(row: ProfiledStore, { actor }: Context): Because | null {
  return isInReview(row) ?? (row.maker_ids.includes(actor.id) ? madeBy.own : null)
}

/** Whoever made it, changed it, put it forward, or entered an account that it would be paid to. */
export const madeBy = {
  makers: ({ maker_ids }: ProfiledStore) => maker_ids,
  own: { reason: 'own-store', message: 'Somebody else decides on what you put forward, changed or entered a bank account of.' },
  isForOneToo: true,
} as const

export function whyNotGoLive(row: ProfiledStore, ctx: Context): Because | string | null {
  return isApproved(row) ?? incomplete(row, ctx, 'goLive') ?? whyBranchClosed(row)
}

function incomplete(row: ProfiledStore, ctx: Context, aim: 'submit' | 'goLive'): Because | null {
  const missing = whyIncomplete(
    checklistOfRow(ctx, row, () => []),
    aim,
  )
  return missing === null ? null : { reason: 'store-incomplete', message: missing }
}

export function whyBranchClosed(row: ProfiledStore): string | null {
  return row.branch_status === 'closed' ? 'Its branch is closed: reopen the branch first.' : null
}

export function whyNotTerminate({ status, open_orders: open }: ProfiledStore): Because | null {
  if (status === 'terminated') return { reason: 'store-terminated', message: 'The store was terminated.' }
  if (open === 0) return null
  const orders = open === 1 ? '1 order is' : `${format().number(open)} orders are`
  return { reason: 'store-has-orders', message: `${orders} under way: they have to be over first. Suspend it so that no more come in.` }
}

interface Ending {
  ctx: Context
  work: Work
  now: { id: string }
  reason: string
}

/** Its tills, printers and tablets, and the keys that speak for it alone, open nothing any more. */
export async function endAccess({ ctx, work, now: { id }, reason }: Ending): Promise<void> {
  const within = { ...ctx, idempotency: null, within: work }
  const paired = await ctx.db
    .selectFrom('machine')
    .select(['id', 'version'])
    .where('store_id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
  const keys = await ctx.db
    .selectFrom('channel_key')
    .select(['id', 'name'])
    .where('reach', '=', 'store')
    .where('place_ids', '=', sql<string[]>`array[${id}]::uuid[]`)
    .where('revoked_at', 'is', null)
    .execute()
  if (paired.length + keys.length > 0) work.tie()
  for (const machine of paired) await machines.change(within, { ...machine, action: 'revoke', reason }, {})
  for (const key of keys) {
    const revoked = await takeBackKey(ctx, work, key.id)
    if (!revoked) continue
    const { version, ...sides } = revoked
    const everywhere = { permission: 'channel-key.view', branchId: wholeInstallation, storeId: null } as const
    work.record({
      entity: 'channel-key',
      id: key.id,
      version,
      action: 'revoke',
      old: { revoked_at: null },
      new: sides,
      reason,
      ...everywhere,
    })
  }
}
