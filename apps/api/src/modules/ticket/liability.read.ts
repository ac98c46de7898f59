import { type LiabilityProposal, minutesBetween, type Parsed, type RemedyProposal, type remedyContract } from '@larder/contract'
import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import type { Context } from '#kit/context.ts'
import { readSetting } from '#kit/settings.ts'
import { type LiabilityFacts, proposeLiability } from './liability.ts'
import { readLimits } from './remedy.limits.ts'
import { tickets } from './ticket.service.ts'

/** Who should bear what a ticket costs, as far as its order's times, weights and way tell, and what may still be given on it. */
export async function readProposal(ctx: Context, { params }: Parsed<typeof remedyContract.proposal>): Promise<RemedyProposal> {
  const ticket = await tickets.read(ctx, params.id)
  const { order, customer, store, branch, rider, topic, lines, id } = ticket
  const about = {
    id,
    party: topic.party,
    order_id: order?.id ?? null,
    store_id: store?.id ?? null,
    rider_id: rider?.id ?? null,
    lines,
  }
  const proposal = await propose(ctx, ctx.db, about)
  const currency = await currencyOf(ctx, about)
  return {
    ...proposal,
    limits: await readLimits(ctx, { ...about, customer_id: customer?.id ?? null, branch_id: branch?.id ?? null, currency }),
  }
}

async function currencyOf({ db }: Context, { store_id }: About): Promise<string | null> {
  if (store_id === null) return null
  const found = await db
    .selectFrom('store')
    .innerJoin('branch', 'branch.id', 'store.branch_id')
    .select('branch.currency')
    .where('store.id', '=', store_id)
    .executeTakeFirst()
  return found?.currency ?? null
}

interface About {
  id: string
  party: LiabilityFacts['party']
  order_id: string | null
  store_id: string | null
  rider_id: string | null
  lines: readonly number[]
}

interface OrderTimes {
  pending_at: string | null
  accepted_at: string | null
  ready_at: string | null
  picked_up_at: string | null
  delivered_at: string | null
  promised_at: string | null
  prep_minutes: number | null
  is_machine_silent: boolean
}

export async function propose(ctx: Context, db: ReadDatabase, about: About): Promise<LiabilityProposal> {
  const acceptTargetSeconds = 60 * (await readSetting(ctx.services, 'order.warnMinutes'))
  const { rows } = await sql<OrderTimes>`select pending_at, accepted_at, ready_at, picked_up_at, delivered_at, promised_at, prep_minutes,
      exists (select from machine where machine.store_id = orders.store_id and revoked_at is null and paired_at is not null
        and not is_online and last_heartbeat_at < orders.pending_at) as is_machine_silent
    from orders where id = ${about.order_id}::uuid`.execute(db as never)
  const [times] = rows
  const between = (from: string | null | undefined, to: string | null | undefined) => (from && to ? minutesBetween(from, to) : null)
  const accepting = between(times?.pending_at, times?.accepted_at)
  const late = between(times?.promised_at, times?.delivered_at ?? ctx.clock.instant())
  return proposeLiability({
    party: about.party,
    hasRider: about.rider_id !== null,
    acceptSeconds: accepting === null ? null : Math.round(accepting * 60),
    acceptTargetSeconds,
    prepMinutes: times?.prep_minutes ?? null,
    preparedMinutes: rounded(between(times?.accepted_at, times?.ready_at)),
    waitedMinutes: rounded(between(times?.ready_at, times?.picked_up_at)),
    lateMinutes: late === null ? null : rounded(Math.max(0, late)),
    silentMinutes: times?.picked_up_at
      ? await longestSilence(db, about, times.picked_up_at, times.delivered_at ?? ctx.clock.instant())
      : null,
    lightLines: await findLight(db, about),
    isMachineSilent: times?.is_machine_silent ?? false,
    pastCases: about.store_id ? await countCases(db, about.store_id, about.id) : 0,
  })
}

const rounded = (minutes: number | null) => (minutes === null ? null : Math.round(minutes))

// A rider without any position was not followed: that says nothing.
async function longestSilence(db: ReadDatabase, { rider_id }: About, from: string, to: string): Promise<number | null> {
  const { rows } = await sql<{ minutes: number | null }>`select floor(extract(epoch from max(next - at)) / 60)::int as minutes from (
      select at, lead(at, 1, ${to}::timestamptz) over (order by at) as next from rider_track
      where rider_id = ${rider_id}::uuid and at between ${from}::timestamptz and ${to}::timestamptz) as heard`.execute(db as never)
  return rows[0]?.minutes ?? null
}

async function findLight(db: ReadDatabase, { order_id, lines }: About): Promise<LiabilityFacts['lightLines']> {
  const { rows } = await sql<LiabilityFacts['lightLines'][number]>`
    select line, ordered_grams as "orderedGrams", packed_grams as "packedGrams" from order_line
    where order_id = ${order_id}::uuid and packed_grams < ordered_grams and (cardinality(${[...lines]}::int[]) = 0 or line = any(${[...lines]}::int[]))
    order by line`.execute(db as never)
  return rows
}

async function countCases(db: ReadDatabase, storeId: string, exceptId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (select 1 from ticket
      join order_reason on order_reason.kind = 'ticket' and order_reason.code = ticket.topic_code and order_reason.party = 'store'
    where ticket.store_id = ${storeId} and ticket.id <> ${exceptId} and ticket.merged_into is null and ticket.created_at > now() - interval '30 days'
    limit 200) as cases`.execute(db as never)
  return rows[0]?.count ?? 0
}
