import { addMinutes, type Instant, localDateAt, msOf } from '@larder/contract'
import type { PoolClient } from 'pg'
import { type Held, partsOf, sumHeld, takenOf } from '#modules/cash/cash-held.ts'
import { copyRows } from './copy.ts'
import { demoEmailOf } from './demo-access.ts'
import type { Random } from './random.ts'

const mostRiders = 7
const mostStores = 3
/** Of the deposits, by their places: one lacks a note, one was counted for another holder, one brings a part. */
const planted = { short: 0, reversed: 1, part: 2 } as const
const lacksMinor = 2_000

interface Holder {
  rider_id: string | null
  counter_id: string | null
  name: string
  branch_id: string
  code: string
  time_zone: string
  currency: string
  held: Held[]
}

/** With whom the cash of delivered orders lies, those first who have it of most of them. */
const holders = `select rider.id as rider_id, case when rider.id is null then store.id end as counter_id, coalesce(rider.name, store.display_name) as name,
    branch.id as branch_id, branch.code, branch.time_zone, orders.currency,
    json_agg(json_build_object('order_id', orders.id, 'store_id', orders.store_id, 'branch_id', orders.branch_id, 'minor', total_minor,
      'since', to_char(delivered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by delivered_at, orders.id) as held
  from orders join branch on branch.id = orders.branch_id join store on store.id = orders.store_id left join rider on rider.id = orders.rider_id
  where payment_state = 'collected' and payment_method = 'cash'
  group by 1, 2, 3, 4, 5, 6, 7 order by count(*) desc, 3`

/**
 * Deposits of cash that three of four riders and stores brought today, all but that of their last order. The ledger books the orders themselves in the
 * background: until it has, what was brought stands below zero with its holder.
 */
export async function writeCashDeposits(client: PoolClient, random: Random): Promise<void> {
  const staff = await client.query<{ id: string; name: string; email: string }>('select id, name, email from staff where email = any($1)', [
    [demoEmailOf('accounts-executive'), demoEmailOf('accounts-manager')],
  ])
  const [receiver, other] = staff.rows.toSorted((a, b) => a.email.localeCompare(b.email))
  const { rows } = await client.query<Holder>(holders)
  const chosen = [
    ...mostOf(rows.filter(({ rider_id }) => rider_id !== null)).slice(0, mostRiders),
    ...mostOf(rows.filter(({ rider_id }) => rider_id === null)).slice(0, mostStores),
  ]
  if (!receiver || !other) return
  const sequences = new Map<string, number>()
  for (const [place, holder] of chosen.entries()) {
    const sequence = (sequences.get(holder.code) ?? 0) + 1
    sequences.set(holder.code, sequence)
    await writeDeposit(client, holder, { place, sequence, receiver, other, random })
  }
}

function mostOf(of: readonly Holder[]): Holder[] {
  return of.slice(0, Math.ceil(of.length * 0.75))
}

interface Facts {
  place: number
  sequence: number
  receiver: { id: string; name: string }
  other: { name: string }
  random: Random
}

async function writeDeposit(
  client: PoolClient,
  { held, ...holder }: Holder,
  { place, sequence, receiver, other, random }: Facts,
): Promise<void> {
  const brought = held.length > 1 ? held.slice(0, -1) : held
  const expected = sumHeld(brought)
  const isAll = place !== planted.part
  const short = place === planted.short ? Math.min(lacksMinor, expected) : 0
  const counted = isAll ? expected - short : Math.max(1, Math.floor(expected / 200) * 100)
  const at = addMinutes(brought.at(-1)?.since as Instant, 1)
  const id = random.id(msOf(at))
  const isReversed = place === planted.reversed
  const { rider_id, counter_id, branch_id, currency, code, name } = holder
  await copyRows(client, 'cash_deposit', [
    {
      id,
      branch_id,
      sequence,
      number: `${code}-C${String(sequence).padStart(5, '0')}`,
      rider_id,
      store_id: counter_id,
      from_name: name,
      counted_minor: counted,
      expected_minor: expected,
      difference_minor: isAll ? counted - expected : 0,
      currency,
      is_all: isAll,
      remark: short > 0 ? 'A note of twenty was missing' : null,
      brought_by: null,
      received_id: receiver.id,
      received_by: receiver.name,
      status: isReversed ? 'reversed' : 'deposited',
      reversed_at: isReversed ? addMinutes(at, 1) : null,
      reversed_by: isReversed ? other.name : null,
      status_reason: isReversed ? 'It was counted for another rider' : null,
      version: isReversed ? 2 : 1,
      created_at: at,
      updated_at: isReversed ? addMinutes(at, 1) : at,
    },
  ])
  const taken = takenOf(brought, counted, isAll)
  await copyRows(
    client,
    'cash_deposit_order',
    taken.map((each) => ({ ...each, deposit_id: id })),
  )
  const parts = partsOf(taken, counted, rider_id ? 'rider' : 'store', currency)
  const book = async (kind: string, when: Instant, sign: number) => {
    for (const { store_id, branch_id: of, moved } of parts)
      await client.query(
        `insert into ledger_entry (at, day, kind, entity, entity_id, branch_id, store_id, rider_id, currency, accounts, amounts, request_id)
         values ($1, $2, $3, 'cash-deposit', $4, $5, $6, $7, $8, $9, $10, 'demo')`,
        [
          when,
          localDateAt(when, holder.time_zone),
          kind,
          id,
          of,
          store_id,
          rider_id,
          currency,
          Object.keys(moved),
          Object.values(moved).map((minor) => sign * minor),
        ],
      )
  }
  await book('cash-deposited', at, 1)
  if (isReversed) return book('cash-deposit-reversed', addMinutes(at, 1), -1)
  const below = taken.map(({ minor, ...of }) => ({ ...of, minor: -minor, holder_id: rider_id ?? counter_id ?? '', rider_id, currency }))
  await copyRows(client, 'cash_held', below)
  await client.query('update rider set cash_in_hand_minor = cash_in_hand_minor - $2 where id = $1', [rider_id, sumHeld(taken)])
}
