import {
  activeStatuses,
  addDays,
  type Id,
  localDateAt,
  missingOfRider,
  type Rider,
  type RiderDocument,
  riderContract,
  riderFigureDays,
  type TimeZone,
} from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import { literals } from '#db/literals.ts'
import { can } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { equalTo } from '#kit/list-query.ts'
import { resource } from '#kit/resource.ts'
import { addFirst, problemsOfFirst } from '#modules/bank-account/bank-account.service.ts'
import { stampMaker } from '#modules/store/in-review.service.ts'
import { firstEnding } from './rider.decide.ts'
import { nextNumber, problemsOfRider } from './rider.rules.ts'
import { cashToCollect, keepMessage } from './rider.service.ts'
import { keepIncident, ownRider, whyNot } from './rider-acts.ts'
import { readDocuments, replaceDocuments } from './rider-documents.ts'
import { endShift } from './rider-shift.service.ts'

/** How many active orders each rider has and what cash they will bring, from the active index: riders' histories are never read. */
export const riderLoad = sql<{ rider_id: string; orders: number; cash_to_collect_minor: number }>`(
  select rider_id, count(*) as orders, sum(${cashToCollect})::bigint as cash_to_collect_minor from orders
  where status in (${literals(activeStatuses)}) and rider_id is not null
  group by rider_id
)`.as('load')

interface Figures {
  delivered: number
  late: number
  assigned: number
  given_back: number
  earned_minor: number
}
const none: Figures = { delivered: 0, late: 0, assigned: 0, given_back: 0, earned_minor: 0 }

const documentsWithin = (days: number, ctx: Context) =>
  sql<boolean>`exists (select from rider_document where rider_id = rider.id and expires_on <= (${ctx.clock.instant()}::timestamptz at time zone branch.time_zone)::date + ${days}::int)`

const groupsOfStatus: Readonly<Record<string, RawBuilder<boolean>>> = {
  here: sql<boolean>`rider.status <> 'left'`,
  joining: sql<boolean>`rider.status in ('applied', 'review')`,
}

/** Who carries orders, with branch, load and how they did. */
export const riders = resource(riderContract, {
  table: 'rider',
  permission: 'rider.view',
  rows: (db) =>
    db
      .selectFrom('rider')
      .innerJoin('branch', 'branch.id', 'rider.branch_id')
      .leftJoin(riderLoad, 'load.rider_id', 'rider.id')
      .selectAll('rider')
      .select([
        'branch.name as branch_name',
        'branch.time_zone as time_zone',
        sql<number>`coalesce(load.orders, 0)`.as('active_orders'),
        sql<number>`coalesce(load.cash_to_collect_minor, 0)`.as('cash_to_collect_minor'),
        sql<boolean>`exists (select from bank_account where rider_id = rider.id and state = 'approved')`.as('has_bank_account'),
        sql<boolean>`exists (select from bank_account where rider_id = rider.id and state = 'waiting')`.as('bank_account_waits'),
        sql<string | null>`(select began_at from rider_shift where rider_id = rider.id and ended_at is null)`.as('shift_since'),
        sql<{ id: string; name: string }[]>`coalesce((select json_agg(json_build_object('id', id, 'name', name) order by name)
          from area where area.id = any(rider.area_ids)), '[]')`.as('areas'),
      ]),
  scope: { branch: 'rider.branch_id' },
  beside: async (ctx, rows) => {
    const ids = rows.map(({ id }) => id)
    const [documents, figures] = await Promise.all([readDocuments(ctx.db, ids), readFigures(ctx, ids)])
    return { documents, figures }
  },
  present: (row, ctx, { documents: all, figures }) => {
    const documents = all.get(row.id) ?? []
    const { delivered, late, assigned, given_back, earned_minor } = figures.get(row.id) ?? none
    const today = localDateAt(ctx.clock.instant(), row.time_zone as TimeZone)
    return {
      missing: row.status === 'left' ? [] : missingOfRider(candidateOf(row, documents), today),
      shiftSince: row.shift_state === 'off' ? null : row.shift_since,
      figures: {
        delivered,
        onTimePpm: shareOf(delivered - late, delivered),
        acceptancePpm: shareOf(assigned - given_back, assigned),
        earned: { minor: earned_minor, currency: row.currency },
      },
      documents: shownDocuments(ctx, documents),
      documentsExpireOn: firstEnding(documents),
      point: row.lat === null || row.lng === null ? null : { lat: row.lat, lng: row.lng },
    }
  },
  search: { name: 'rider.name', number: 'rider.number', phone: 'rider.phone' },
  filters: {
    areaId: (areaId) => sql<boolean>`${areaId}::uuid = any(rider.area_ids)`,
    shiftState: (state) => (state === 'on-shift' ? sql<boolean>`rider.shift_state <> 'off'` : equalTo('rider.shift_state', state)),
    status: (status) => groupsOfStatus[status] ?? equalTo('rider.status', status),
    documentsWithinDays: documentsWithin,
    atCashLimit: (isAt) =>
      sql<boolean>`(rider.cash_in_hand_minor + coalesce(load.cash_to_collect_minor, 0) >= rider.cash_limit_minor) = ${isAt}`,
  },
  columns: ({ name, phone, vehicle, plate, branchId, areaIds, cashLimit, plannedHours }) => ({
    name,
    phone,
    vehicle,
    plate: plate === undefined ? undefined : plate?.trim() || null,
    branch_id: branchId,
    area_ids: areaIds && [...new Set(areaIds)],
    cash_limit_minor: cashLimit?.minor,
    planned_hours: plannedHours && JSON.stringify(plannedHours),
  }),
  once: { branchId: 'cannot change: add the rider to the other branch' },
  create: {
    rule: async (deed) => (await problemsOfRider(deed)) ?? problemsOfFirst(deed.ctx, deed.body, deed.body.cashLimit.currency),
    sets: async ({ ctx, work, body }) => ({
      status: 'applied',
      shift_state: 'off',
      number: await nextNumber(work),
      currency: sql<string>`(select currency from branch where id = ${body.branchId})`,
      maker_ids: [ctx.actor.id],
    }),
    parts: ({ work, body, now }) => replaceDocuments(work, now.id, body.documents, []),
    also: ({ ctx, work, body, now }) => addFirst(ctx, work, body, { riderId: now.id as Id<'rider'> }),
  },
  update: {
    whyNot: whyNot.change,
    rule: problemsOfRider,
    parts: async ({ ctx, work, row, body }) =>
      replaceDocuments(work, row.id, body.documents, (await readDocuments(ctx.db, [row.id])).get(row.id) ?? []),
    stamps: stampMaker,
  },
  acts: {
    submit: { whyNot: whyNot.submit, sets: () => ({ status: 'review' }) },
    sendBack: { whyNot: whyNot.decide, sets: () => ({ status: 'applied' }) },
    approve: {
      whyNot: whyNot.decide,
      madeBy: { makers: ({ maker_ids }) => maker_ids, own: ownRider, isForOneToo: true },
      rule: async ({ ctx, row }) => {
        const documents = (await readDocuments(ctx.db, [row.id])).get(row.id) ?? []
        whyNot.incomplete(missingOfRider(candidateOf(row, documents), localDateAt(ctx.clock.instant(), row.time_zone as TimeZone)))
        return null
      },
      sets: ({ ctx }) => ({ status: 'active', approved_by: ctx.actor.name, approved_at: ctx.clock.instant() }),
    },
    block: {
      whyNot: whyNot.work,
      input: ({ ctx, body }) => (body.until && body.until <= ctx.clock.instant() ? { until: 'is over' } : null),
      sets: ({ body }) => ({ status: 'blocked', blocked_until: body.until ?? null, shift_state: 'off' }),
      also: ({ ctx, work, row, body }) => endShift(ctx, work, row, body.reason),
    },
    unblock: { whyNot: whyNot.unblock, sets: () => ({ status: 'active', status_reason: null, blocked_until: null }) },
    leave: {
      whyNot: whyNot.leave,
      sets: () => ({ status: 'left', blocked_until: null, shift_state: 'off' }),
      also: ({ ctx, work, row, body }) => endShift(ctx, work, row, body.reason),
    },
    forceOff: {
      whyNot: whyNot.forceOff,
      sets: () => ({ shift_state: 'off' }),
      also: ({ ctx, work, row, body }) => endShift(ctx, work, row, body.reason),
    },
    moveAreas: { whyNot: whyNot.change, rule: problemsOfRider, sets: ({ body }) => ({ area_ids: [...new Set(body.areaIds)] }) },
    message: {
      whyNot: whyNot.write,
      sets: ({ row }) => ({ unread_messages: row.unread_messages + 1 }),
      parts: ({ ctx, work, row, body }) => keepMessage(ctx, work, row, body.text),
    },
    noteIncident: { whyNot: whyNot.note, parts: ({ ctx, work, row, body }) => keepIncident(ctx, work, row, body) },
  },
})

// A picture says the whole number: it is for whoever enters the papers or approves by them.
function shownDocuments(ctx: Context, documents: readonly RiderDocument[]): RiderDocument[] {
  const mayLook = can(ctx, 'rider.edit') || can(ctx, 'rider.operate')
  return documents.map((document) => (mayLook ? document : { ...document, imageId: null }))
}

const shareOf = (part: number, of: number) => (of === 0 ? null : Math.round((part * 1_000_000) / of))

function candidateOf(
  row: {
    vehicle: string
    plate: string | null
    area_ids: readonly string[]
    cash_limit_minor: number
    has_bank_account: boolean
    bank_account_waits: boolean
  },
  documents: readonly RiderDocument[],
) {
  const { vehicle, plate, area_ids: areaIds, cash_limit_minor: cashLimitMinor } = row
  const { has_bank_account: hasBankAccount, bank_account_waits: bankAccountWaits } = row
  return { vehicle: vehicle as Rider['vehicle'], plate, areaIds, cashLimitMinor, hasBankAccount, bankAccountWaits, documents }
}

/** How riders did over the last days, from a row a day. */
async function readFigures(ctx: Context, ids: readonly string[]): Promise<Map<string, Figures>> {
  if (ids.length === 0) return new Map()
  const since = addDays(ctx.clock.instant().slice(0, 10), -riderFigureDays)
  const { rows } = await sql<Figures & { rider_id: string }>`
    select rider_id, sum(delivered)::int as delivered, sum(late)::int as late, sum(assigned)::int as assigned, sum(given_back)::int as given_back,
      sum(earned_minor)::bigint as earned_minor
    from rider_day where rider_id = any(${[...ids]}::uuid[]) and day > ${since} group by rider_id`.execute(ctx.db)
  return new Map(rows.map((row) => [row.rider_id, row]))
}
