import {
  addDays,
  addMinutes,
  addSeconds,
  distanceKm,
  type Instant,
  type LocalDate,
  localDateAt,
  minutesBetween,
  msOf,
  type OpeningHours,
  type Point,
  payFor,
  riderDocumentKindLabels,
  type TimeZone,
} from '@larder/contract'
import type { Insertable } from 'kysely'
import type { PoolClient } from 'pg'
import type { DB } from '#db/schema.gen.ts'
import { copyRows } from './copy.ts'
import { demoEmailOf } from './demo-access.ts'
import { firstNames, lastNames } from './kochi/people-names.ts'
import type { Random } from './random.ts'
import { drawPapers } from './rider-papers.ts'
import { currency } from './territory.ts'

/** So many days back riders' shifts and earnings are written. */
const daysBack = 35
/** So many hours back their ways are. */
const trackHours = 12
const trackSeconds = 30

const peakHours: OpeningHours = [0, 5, 6].map((day) => ({ day, opens: '19:00', closes: '22:30' }))
const rule = { base_minor: 2_500, per_km_minor: 800, free_wait_minutes: 5, per_wait_minute_minor: 100, peak_bonus_minor: 1_000 }

interface RiderRow {
  id: string
  branch_id: string
  vehicle: string
  created_at: Instant
}

interface Facts {
  random: Random
  now: Instant
  zone: TimeZone
}

/** What riders are paid, their papers, shifts, earnings, ways, incidents and messages, and those who are on their way in, blocked or gone. */
export async function writeRiderLives(client: PoolClient, facts: Facts): Promise<void> {
  const { random, now, zone } = facts
  const today = localDateAt(now, zone)
  const branches = (
    await client.query<{ id: string; area_ids: string[] }>(
      'select id, array(select area.id from area where area.branch_id = branch.id order by area.id) as area_ids from branch order by id',
    )
  ).rows
  await copyRows(
    client,
    'rider_pay_rule',
    branches.map(({ id }) => ({
      id: random.id(msOf(addMinutes(now, -90 * 24 * 60))),
      branch_id: id,
      starts_on: addDays(today, -90),
      ...rule,
      peak_hours: JSON.stringify(peakHours),
      currency,
    })),
  )
  const { rows: riders } = await client.query<RiderRow>('select id, branch_id, vehicle, created_at from rider order by number')
  await writeNewcomers(client, facts, branches)
  await writePlan(client)
  await writePapers(client, facts, today)
  await writeShifts(client, today, now)
  await writeEarnings(client, facts, today)
  await writeWays(client, now)
  await writeIncidents(client, facts, riders)
  await writeMessages(client, facts, riders)
}

const newcomers = [
  { status: 'applied', shift_state: 'off', papers: 1 },
  { status: 'applied', shift_state: 'off', papers: 0, status_reason: 'The licence cannot be read: take its picture again.' },
  { status: 'review', shift_state: 'off', papers: 3 },
  { status: 'review', shift_state: 'off', papers: 2 },
  { status: 'blocked', shift_state: 'off', papers: 3, status_reason: 'Did not come three evenings in a row.' },
  { status: 'left', shift_state: 'off', papers: 3, status_reason: 'Moved to Bengaluru.' },
] as const

async function writeNewcomers(
  client: PoolClient,
  { random, now }: Facts,
  branches: readonly { id: string; area_ids: string[] }[],
): Promise<void> {
  const maker = (await client.query<{ id: string }>('select id from staff where email = $1', [demoEmailOf('office-staff')])).rows[0]
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from rider')
  const first = 101 + (rows[0]?.count ?? 0)
  await copyRows(
    client,
    'rider',
    newcomers.map(({ status, shift_state, ...rest }, index): Insertable<DB['rider']> => {
      const branch = branches[index % branches.length]
      const created = addMinutes(now, -(index + 1) * 1500)
      return {
        id: random.id(msOf(created)),
        number: `RD-${first + index}`,
        branch_id: branch?.id ?? '',
        area_ids: branch?.area_ids.slice(0, 2) ?? [],
        name: `${random.pick(firstNames)} ${random.pick(lastNames)}`,
        phone: `+9171${random.whole(10, 99)}${String(first + index).padStart(6, '0')}`,
        vehicle: 'scooter',
        plate: `KL-07-${random.code(1)}-${random.whole(1000, 9999)}`,
        shift_state,
        cash_limit_minor: 500_000,
        currency,
        status,
        status_reason: 'status_reason' in rest ? rest.status_reason : null,
        blocked_until: status === 'blocked' ? addMinutes(now, 3 * 24 * 60) : null,
        maker_ids: maker && status !== 'left' ? [maker.id] : [],
        created_at: created,
        updated_at: created,
      }
    }),
  )
}

/** Who is blocked has a plan like those who ride. */
async function writePlan(client: PoolClient): Promise<void> {
  await client.query(
    "update rider set planned_hours = (select planned_hours from rider where status = 'active' order by number limit 1) where status = 'blocked'",
  )
}

const kinds = ['identity', 'driving-licence', 'vehicle-insurance'] as const
const hues = { identity: 210, 'driving-licence': 150, 'vehicle-insurance': 28 } as const

async function writePapers(client: PoolClient, { random, now }: Facts, today: LocalDate): Promise<void> {
  const { rows } = await client.query<RiderRow & { name: string; status: string }>(
    'select id, name, vehicle, status, created_at, branch_id from rider order by number',
  )
  const papersOf = (status: string, index: number) => newcomers.filter((each) => each.status === status)[index]?.papers ?? kinds.length
  const seen = new Map<string, number>()
  const papers = rows.flatMap(({ id: rider_id, name, vehicle, status }) => {
    const index = seen.get(status) ?? 0
    seen.set(status, index + 1)
    const many = status === 'active' ? kinds.length : papersOf(status, index)
    return kinds.slice(0, vehicle === 'bicycle' ? Math.min(many, 1) : many).map((kind) => ({
      name,
      rider_id,
      kind,
      number:
        kind === 'identity'
          ? `${random.whole(1000, 9999)} ${random.whole(1000, 9999)} ${random.whole(1000, 9999)}`
          : `KL${random.whole(10, 99)} ${random.code(8)}`,
      expires_on: kind === 'identity' ? null : addDays(today, random.chance(0.08) ? random.whole(3, 28) : random.whole(40, 1400)),
      image_id: random.id(msOf(now)),
    }))
  })
  await copyRows(
    client,
    'file',
    drawPapers(
      papers.map(({ image_id: id, kind, name, number, expires_on }) => ({
        ...{ id, title: riderDocumentKindLabels[kind], hue: hues[kind], name, number },
        line: expires_on ? `Valid to ${expires_on}` : 'Kochi, Kerala',
      })),
    ),
  )
  await copyRows(
    client,
    'rider_document',
    papers.map(({ name: _, ...paper }) => paper),
  )
}

/** A shift of each planned day, some minutes longer than planned; who is on shift now is on one, hours after the last. */
async function writeShifts(client: PoolClient, today: LocalDate, now: Instant): Promise<void> {
  await client.query(
    `insert into rider_shift (id, rider_id, branch_id, day, began_at, ended_at, break_seconds, created_at, updated_at)
      select uuidv7(began - now()), rider_id, branch_id, day, began, ended, 1800, began, ended from (
        select rider.id as rider_id, rider.branch_id, day::date as day,
          (day + (hours ->> 'opens')::time) at time zone time_zone - make_interval(mins => (nth + extract(day from day)::int) % 10) as began,
          (day + (hours ->> 'closes')::time) at time zone time_zone + make_interval(mins => (nth * 3 + extract(day from day)::int) % 10) as ended
        from (select *, substring(number from 4)::int as nth from rider where status = 'active') as rider join branch on branch.id = branch_id
          cross join generate_series($1::date::timestamp, $2::date::timestamp - interval '1 day', interval '1 day') as day
          join lateral jsonb_array_elements(planned_hours) as hours on (hours ->> 'day')::int = extract(dow from day)) as worked
      where ended < $3::timestamptz - interval '4 hours' order by began`,
    [addDays(today, -daysBack), today, now],
  )
  await client.query(
    `insert into rider_shift (id, rider_id, branch_id, day, began_at, break_began_at, created_at, updated_at)
      select uuidv7(began - now()), id, branch_id, $1, began, case shift_state when 'break' then $2::timestamptz - interval '12 minutes' end, began, began
      from (select *, $2::timestamptz - interval '2 hours' - (substring(number from 4)::int % 90) * interval '1 minute' as began from rider where shift_state <> 'off') as rider
      order by began`,
    [today, now],
  )
}

interface Delivered {
  id: string
  rider_id: string
  branch_id: string
  store_id: string
  day: LocalDate
  tip_minor: number
  picked_up_at: Instant
  ready_at: Instant
  delivered_at: Instant
  promised_at: Instant | null
  lat: number
  lng: number
  point: Point | null
  rule_id: string
}

async function writeEarnings(client: PoolClient, { random, zone }: Facts, today: LocalDate): Promise<void> {
  const { rows } = await client.query<Delivered>(
    `select orders.id, rider_id, orders.branch_id, store_id, business_day as day, tip_minor::float8 as tip_minor, picked_up_at, ready_at, delivered_at, promised_at,
        store.lat, store.lng, orders.address -> 'point' as point, rider_pay_rule.id as rule_id
      from orders join store on store.id = store_id join rider_pay_rule on rider_pay_rule.branch_id = orders.branch_id
      where orders.status = 'delivered' and rider_id is not null and picked_up_at is not null and business_day >= $1 order by delivered_at`,
    [addDays(today, -daysBack)],
  )
  await copyRows(
    client,
    'rider_earning',
    rows.map((row) => {
      const { ready_at: ready, picked_up_at: picked, delivered_at: delivered } = row
      const waited = Math.max(0, Math.floor(minutesBetween(ready, picked) * 0.3))
      const metres = row.point ? Math.round(distanceKm({ lat: row.lat, lng: row.lng }, row.point) * 1000) : 0
      const pay = payFor(
        {
          baseMinor: rule.base_minor,
          perKmMinor: rule.per_km_minor,
          freeWaitMinutes: rule.free_wait_minutes,
          perWaitMinuteMinor: rule.per_wait_minute_minor,
          peakHours,
          peakBonusMinor: rule.peak_bonus_minor,
        },
        { metres, waitedMinutes: waited, pickedUpAt: picked, timeZone: zone, tipMinor: row.tip_minor },
      )
      return {
        id: random.id(msOf(delivered)),
        order_id: row.id,
        rider_id: row.rider_id,
        branch_id: row.branch_id,
        store_id: row.store_id,
        rule_id: row.rule_id,
        day: row.day,
        delivered_at: delivered,
        is_late: row.promised_at !== null && delivered > row.promised_at,
        metres,
        waited_minutes: waited,
        paid_wait_minutes: pay.paidWaitMinutes,
        per_km_minor: rule.per_km_minor,
        per_wait_minute_minor: rule.per_wait_minute_minor,
        base_minor: pay.baseMinor,
        distance_minor: pay.distanceMinor,
        waiting_minor: pay.waitingMinor,
        peak_minor: pay.peakMinor,
        tip_minor: pay.tipMinor,
        total_minor: pay.totalMinor,
        currency,
        created_at: delivered,
        updated_at: delivered,
      }
    }),
  )
  await client.query(
    `insert into rider_day (rider_id, day, assigned, given_back, delivered, late, earned_minor)
      select rider_id, day, count(*) + count(*) / 12, count(*) / 12, count(*), count(*) filter (where is_late), sum(total_minor) from rider_earning group by 1, 2`,
  )
}

/** Where riders went with the orders of the last hours: from the store to the customer in a line. */
async function writeWays(client: PoolClient, now: Instant): Promise<void> {
  await client.query(
    `insert into rider_track (rider_id, at, lat, lng)
      select distinct on (rider_id, at) rider_id, at, lat + (to_lat - lat) * share, lng + (to_lng - lng) * share from (
        select rider_id, moment as at, store.lat, store.lng, (orders.address -> 'point' ->> 'lat')::float8 as to_lat, (orders.address -> 'point' ->> 'lng')::float8 as to_lng,
          extract(epoch from moment - picked_up_at)::float8 / greatest(1, extract(epoch from delivered_at - picked_up_at)::float8) as share
        from orders join store on store.id = store_id
          cross join lateral generate_series(date_trunc('minute', picked_up_at), delivered_at, make_interval(secs => $2)) as moment
        where rider_id is not null and orders.status = 'delivered' and delivered_at > $1 and orders.address -> 'point' ->> 'lat' is not null) as way
      where share between 0 and 1`,
    [addMinutes(now, -trackHours * 60), trackSeconds],
  )
}

const incidents = [
  ['late', 'low', 'Twenty minutes late twice on one evening.'],
  ['damage', 'medium', 'A cake was crushed; the store made it anew.'],
  ['conduct', 'high', 'A customer was shouted at: spoken to, and noted.'],
  ['cash', 'medium', 'Fifty rupees short, brought the next day.'],
  ['accident', 'high', 'Slipped in the rain, unhurt; the scooter is repaired.'],
  ['praise', 'low', 'A customer wrote that he carried everything up four floors.'],
  ['no-show', 'medium', 'Did not come on Saturday and did not call.'],
] as const

async function writeIncidents(client: PoolClient, { random, now }: Facts, riders: readonly RiderRow[]): Promise<void> {
  await copyRows(
    client,
    'rider_incident',
    incidents.flatMap(([kind, severity, note], index) => {
      const at = addMinutes(now, -(index * 3 + 1) * 24 * 60 + index * 47)
      const rider = riders[(index * 5) % Math.max(1, riders.length)]
      if (!rider) return []
      const place = { rider_id: rider.id, branch_id: rider.branch_id }
      return [{ id: random.id(msOf(at)), ...place, kind, severity, note, noted_by: 'Office Staff', created_at: at, updated_at: at }]
    }),
  )
}

const messages = [
  'Please sign off when you go home.',
  'Heavy rain at Edappally: take the bypass.',
  'Bring your cash before eight today.',
  'Your insurance ends soon: bring the new paper.',
]

async function writeMessages(client: PoolClient, { random, now }: Facts, riders: readonly RiderRow[]): Promise<void> {
  const rows = messages.flatMap((text, index) => {
    const at = addMinutes(now, -(index + 1) * 190)
    const rider = riders[(index * 5) % Math.max(1, riders.length)]
    if (!rider) return []
    const read_at = index % 2 === 0 ? addSeconds(at, 340) : null
    return [
      {
        id: random.id(msOf(at)),
        rider_id: rider.id,
        branch_id: rider.branch_id,
        text,
        sent_by: 'Customer Care Admin',
        read_at,
        created_at: at,
      },
    ]
  })
  await copyRows(client, 'rider_message', rows)
  await client.query(
    `update rider set unread_messages = (select count(*) from rider_message where rider_id = rider.id and read_at is null)
      where id in (select rider_id from rider_message)`,
  )
  await client.query(`update rider set battery_pct = 20 + (substring(number from 4)::int * 37) % 80 where status = 'active'`)
}
