import type { BankAccountStatus, Instant } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import { rolesToApprove } from '#kit/record/hands.ts'

interface Standing {
  state: string
  effective_at: Instant | null
  used_until: Instant | null
}

/** From when on a later account of the same owner is used in its place (SQL); null where there is none. */
export const usedUntil = sql<Instant | null>`(select min(later.effective_at) from bank_account as later
  where bank_account.state = 'approved' and later.state = 'approved' and later.id > bank_account.id
    and (later.store_id = bank_account.store_id or later.rider_id = bank_account.rider_id))`

/** Of one that waits, the roles (SQL) of whoever could approve it. */
export const waitsFor = sql<string[]>`case when bank_account.state = 'waiting' then ${rolesToApprove({
  permission: 'bank-account.approve',
  view: 'bank-account.view',
  makers: sql`array[bank_account.entered_by]`,
  branch: sql`bank_account.branch_id`,
  store: sql`bank_account.store_id`,
})} else '{}' end`

/** How far an account has come at a moment. Pure. */
export function statusOf({ state, effective_at, used_until }: Standing, now: Instant): BankAccountStatus {
  if (state !== 'approved' || effective_at === null) return state as BankAccountStatus
  if (effective_at > now) return 'approved'
  return used_until !== null && used_until <= now ? 'replaced' : 'in-use'
}

/** The same as a condition. */
export function hasStatus(status: BankAccountStatus, now: Instant): RawBuilder<boolean> {
  const isUsed = sql`bank_account.effective_at <= ${now} and bank_account.state = 'approved'`
  const isPast = sql`coalesce(${usedUntil} <= ${now}, false)`
  if (status === 'approved') return sql<boolean>`bank_account.state = 'approved' and bank_account.effective_at > ${now}`
  if (status === 'in-use') return sql<boolean>`${isUsed} and not ${isPast}`
  if (status !== 'replaced') return sql<boolean>`bank_account.state = ${status}`
  return sql<boolean>`bank_account.state in ('replaced', 'approved') and (bank_account.state = 'replaced' or (${isUsed} and ${isPast}))`
}
