import { addMinutes, type Instant, newId } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import type { Context, Work } from '#kit/context.ts'
import { readSetting } from '#kit/settings.ts'

/** Whose credits, and of which currency: nothing is exchanged. */
export interface Wallet {
  customerId: string
  currency: string
}

/** An order whose part credits pay. */
export interface SpentOn extends Wallet {
  orderId: string
}

function openNow({ customerId, currency }: Wallet, now: Instant): RawBuilder<unknown> {
  return sql`customer_id = ${customerId} and currency = ${currency} and state = 'open' and expires_at > ${now}`
}

/** What a wallet has now, in minor units. Nothing is held. */
export async function creditIn(db: ReadDatabase, wallet: Wallet, now: Instant): Promise<number> {
  const { rows } = await sql<{ minor: number }>`
    select coalesce(sum(left_minor), 0)::bigint as minor from wallet_credit where ${openNow(wallet, now)}`.execute(db)
  return rows[0]?.minor ?? 0
}

/** The same, held against whoever else would spend it until the unit ends. Every writer holds credits in the order of their ids, after the order and before the ledger. */
export async function holdCredit(work: Work, wallet: Wallet, now: Instant): Promise<number> {
  return (await holdOpen(work, wallet, now)).reduce((sum, { left_minor }) => sum + left_minor, 0)
}

interface Open {
  id: string
  left_minor: number
  expires_at: Instant
}

async function holdOpen(work: Work, wallet: Wallet, now: Instant): Promise<Open[]> {
  const { rows } =
    await sql<Open>`select id, left_minor, expires_at from wallet_credit where ${openNow(wallet, now)} order by id for update`.execute(
      work.db,
    )
  return rows
}

interface Spending {
  minor: number
  heldAt: Instant
}

/** An amount of one credit that an order takes, less than nothing, or gives back. */
interface Move {
  id: string
  minor: number
}

/** Takes what credits pay of an order out of the wallet, those first that expire first: as much as was held at that moment at most. */
export async function spendCredits(ctx: Context, work: Work, on: SpentOn, { minor, heldAt }: Spending): Promise<void> {
  if (minor === 0) return
  const open = await holdOpen(work, on, heldAt)
  const moves: Move[] = []
  let rest = minor
  for (const { id, left_minor } of open.toSorted((a, b) => a.expires_at.localeCompare(b.expires_at) || a.id.localeCompare(b.id))) {
    const taken = Math.min(rest, left_minor)
    if (taken > 0) moves.push({ id, minor: -taken })
    rest -= taken
  }
  if (rest > 0) throw new Error(`the wallet of ${on.customerId} lacks ${rest} that an order was to spend`)
  await move(ctx, work, on.orderId, { moves, kind: 'spent', until: null })
}

/** Puts back what an order has spent, into the credits that it came from, those first that last longest. They last some days from now on at least. */
export async function returnCredits(ctx: Context, work: Work, orderId: string, minor: number): Promise<void> {
  if (minor === 0) return
  const { rows } = await sql<{ id: string; spent: number; expires_at: Instant }>`
    select wallet_credit.id, wallet_credit.expires_at, (select -sum(minor)::bigint from wallet_entry where credit_id = wallet_credit.id and order_id = ${orderId}) as spent
    from wallet_credit where id in (select credit_id from wallet_entry where order_id = ${orderId}) order by id for update of wallet_credit`.execute(
    work.db,
  )
  const moves: Move[] = []
  let rest = minor
  for (const { id, spent } of rows.toSorted((a, b) => b.expires_at.localeCompare(a.expires_at) || b.id.localeCompare(a.id))) {
    const given = Math.min(rest, spent)
    if (given > 0) moves.push({ id, minor: given })
    rest -= given
  }
  if (rest > 0) throw new Error(`order ${orderId} has not spent ${rest} that was to return`)
  const until = addMinutes(ctx.clock.instant(), 24 * 60 * (await readSetting(ctx.services, 'wallet.returnedDays')))
  await move(ctx, work, orderId, { moves, kind: 'returned', until })
}

interface Moves {
  moves: readonly Move[]
  kind: 'spent' | 'returned'
  until: Instant | null
}

async function move(ctx: Context, work: Work, orderId: string, { moves, kind, until }: Moves): Promise<void> {
  const now = ctx.clock.instant()
  const entries = moves.map((each) => ({ ...each, entry_id: newId(ctx.clock.ms()) }))
  await sql`
    with moved as (select * from jsonb_to_recordset(${JSON.stringify(entries)}) as moved (id uuid, entry_id uuid, minor bigint)),
      told as (insert into wallet_entry (id, credit_id, kind, minor, order_id, by_name, at)
        select entry_id, id, ${kind}, minor, ${orderId}::uuid, ${ctx.actor.name}, ${now} from moved)
    update wallet_credit set left_minor = left_minor + minor, state = case when left_minor + minor > 0 then 'open' else 'spent' end,
      expires_at = greatest(expires_at, ${until}::timestamptz), version = version + 1, updated_at = ${now}
    from moved where moved.id = wallet_credit.id`.execute(work.db)
}
