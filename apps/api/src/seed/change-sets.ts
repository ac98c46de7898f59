import { addMinutes, type ChangeSetSource, type ChangeSetStatus, type Instant, msOf } from '@larder/contract'
import type { PoolClient } from 'pg'
import { demoEmailOf } from './demo-access.ts'
import type { Random } from './random.ts'

interface Told {
  status: ChangeSetStatus
  title: string
  source: ChangeSetSource
  hoursAgo: number
  items: number
  /** Percent that prices move by. */
  percent: number
  needsApproval?: string
  reason?: string
}

const largeMove = 'A price moves by 30 %: more than the 25 % that are published without approval.'
/** The set that a scan of a menu ended in. */
export const scannedTitle = 'Menu card of November'

/** One in each state that people leave a set in; what runs is none of them. */
const sets: readonly Told[] = [
  { status: 'rolled-back', title: 'Monsoon discount', source: 'bulk', hoursAgo: 190, items: 8, percent: -10 },
  { status: 'published', title: 'Prices of November', source: 'bulk', hoursAgo: 96, items: 12, percent: 5 },
  { status: 'cancelled', title: 'menu-old.xlsx', source: 'upload', hoursAgo: 72, items: 5, percent: 12 },
  { status: 'awaiting-approval', title: 'Festival prices', source: 'bulk', hoursAgo: 20, items: 10, percent: 30, needsApproval: largeMove },
  { status: 'scheduled', title: 'Weekend prices', source: 'bulk', hoursAgo: 8, items: 9, percent: 8 },
  { status: 'validated', title: 'menu-december.csv', source: 'upload', hoursAgo: 3, items: 14, percent: 6 },
  { status: 'failed', title: 'Prices of October', source: 'upload', hoursAgo: 130, items: 6, percent: 4, reason: 'It was stopped.' },
  { status: 'published', title: scannedTitle, source: 'scan', hoursAgo: 50, items: 11, percent: 5 },
  { status: 'draft', title: 'Fish of the season', source: 'bulk', hoursAgo: 2, items: 0, percent: 0, reason: 'It was stopped.' },
]

/** Change sets of one store each, made by office staff; the published one is what its items cost since. */
export async function writeChangeSets(client: PoolClient, random: Random, now: Instant): Promise<void> {
  const people = await client.query<{ id: string; name: string }>('select id, name from staff where email = $1', [
    demoEmailOf('office-staff'),
  ])
  const stores = await client.query<{ id: string; branch_id: string }>(
    `select id, branch_id from store where status = 'live' and exists (select from item where store_id = store.id) order by id limit $1`,
    [sets.length],
  )
  const [maker] = people.rows
  if (!maker) return
  for (const [at, told] of sets.entries()) {
    const store = stores.rows[at]
    if (store) await writeSet(client, { told, store, maker, id: random.id(msOf(addMinutes(now, -told.hoursAgo * 60))), now })
  }
}

interface Placed {
  told: Told
  store: { id: string; branch_id: string }
  maker: { id: string; name: string }
  id: string
  now: Instant
}

async function writeSet(client: PoolClient, { told, store, maker, id, now }: Placed): Promise<void> {
  const made = addMinutes(now, -told.hoursAgo * 60)
  const isDone = told.status === 'published' || told.status === 'rolled-back'
  const isSent = isDone || told.status === 'awaiting-approval' || told.status === 'scheduled'
  await client.query(
    `insert into change_set (id, source, title, status, status_reason, branch_id, store_id, filter, change, needs_approval, stores, changed_rows,
        published_rows, largest_move_ppm, publish_at, maker_ids, made_by, submitted_id, submitted_by, published_at, rolled_back_at, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $22)`,
    [
      ...[id, told.source, told.title, told.status, told.reason ?? null, store.branch_id, store.id],
      told.source === 'bulk' ? JSON.stringify({ storeIds: [store.id] }) : null,
      told.source === 'bulk' ? JSON.stringify({ price: { way: 'percent', byPpm: told.percent * 10_000, rounding: 'none' } }) : null,
      ...[told.needsApproval ?? null, told.items > 0 ? 1 : 0, told.items, isDone ? told.items : 0, Math.abs(told.percent) * 10_000],
      told.status === 'scheduled' ? addMinutes(now, 3 * 24 * 60) : null,
      ...[[maker.id], maker.name, isSent ? maker.id : null, isSent ? maker.name : null],
      isDone ? addMinutes(made, 12) : null,
      told.status === 'rolled-back' ? addMinutes(made, 300) : null,
      made,
    ],
  )
  if (told.items === 0) return
  await client.query('insert into change_set_store (set_id, store_id, published_at, rolled_back_at) values ($1, $2, $3, $4)', [
    ...[id, store.id, isDone ? addMinutes(made, 12) : null, told.status === 'rolled-back' ? addMinutes(made, 300) : null],
  ])
  // What is published is what the item costs; else it is what it would cost.
  const isPublished = told.status === 'published'
  await client.query(
    `insert into change_row (id, set_id, position, line, store_id, entity, record_id, record_version, kind, title, old, new, move_ppm, outcome, found, created_at, updated_at)
      select uuidv7(), $1, place - 1, case when $4 then place + 1 end, store_id, 'item', id, version, 'changed', name,
        jsonb_build_object('price', before), jsonb_build_object('price', after), $5 * 10000, $6, case when $7 then jsonb_build_object('price', before) end, $8, $8
      from (select id, version, store_id, name, row_number() over (order by sort, id)::int as place,
          case when $9 then round(price_minor * 100 / (100 + $3::numeric))::bigint else price_minor end as before,
          case when $9 then price_minor else round(price_minor * (100 + $3::numeric) / 100)::bigint end as after
        from item where store_id = $2) as priced where place <= $10`,
    [
      ...[id, store.id, told.percent, told.source === 'upload', Math.abs(told.percent)],
      told.status === 'rolled-back' ? 'rolled-back' : isPublished ? 'published' : null,
      ...[isDone, made, isPublished, told.items],
    ],
  )
}
