import { addMinutes, type Instant, type Ticket, type TicketState, ticketContract } from '@larder/contract'
import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { withinScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import type { RowIn } from '#kit/resource/declaration.ts'
import { resource } from '#kit/resource.ts'
import { findColleagues } from './ticket.colleagues.service.ts'
import { clockTo, duesOf, minutesTaken, whyOver } from './ticket.decide.ts'
import { mergeInto, partFrom, splitOff } from './ticket.join.ts'
import { say } from './ticket.note.ts'
import { claimOf, columnsOfNew, heardAt, type NewTicket, problemOfTopic } from './ticket.open.service.ts'
import { answeredBy, readTargets } from './ticket.targets.ts'
import { tellOutside } from './ticket.tell.service.ts'

const splitsOf = sql<
  Ticket['splits']
>`(select coalesce(json_agg(json_build_object('id', part.id, 'name', part.number) order by part.id), '[]')
  from ticket as part where part.split_from = ticket.id)`

function rowsOf(db: ReadDatabase) {
  return db
    .selectFrom('ticket')
    .leftJoin('order_reason as topic', (join) => join.on('topic.kind', '=', 'ticket').onRef('topic.code', '=', 'ticket.topic_code'))
    .leftJoin('orders', 'orders.id', 'ticket.order_id')
    .leftJoin('customer', 'customer.id', 'ticket.customer_id')
    .leftJoin('store', 'store.id', 'ticket.store_id')
    .leftJoin('rider', 'rider.id', 'ticket.rider_id')
    .leftJoin('branch', 'branch.id', 'ticket.branch_id')
    .leftJoin('ticket as into', 'into.id', 'ticket.merged_into')
    .leftJoin('ticket as split', 'split.id', 'ticket.split_from')
    .leftJoin('feedback', 'feedback.id', 'ticket.feedback_id')
    .selectAll('ticket')
    .select(['topic.label as topic_label', 'topic.party as topic_party', 'orders.number as order_number'])
    .select(['customer.name as customer_name', 'store.display_name as store_name', 'rider.name as rider_name'])
    .select([
      'branch.name as branch_name',
      'branch.time_zone',
      'into.number as into_number',
      'split.number as split_number',
      'feedback.number as feedback_number',
      'feedback.created_at as feedback_at',
    ])
    .select(splitsOf.as('splits'))
}
type Row = RowIn<ReturnType<typeof rowsOf>>

const named = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })

/** What customers, stores and riders need of the staff, until it is solved. */
export const tickets = resource(ticketContract, {
  table: 'ticket',
  permission: 'ticket.view',
  rows: rowsOf,
  scope: {
    where: (ctx) => withinScope(ctx, { branch: 'ticket.branch_id', store: 'ticket.store_id' }),
    place: (row) => heardAt(row),
  },
  present: (row) => ({
    topic: { label: row.topic_label ?? row.topic_code, party: (row.topic_party ?? 'platform') as Ticket['topic']['party'] },
    order: named(row.order_id, row.order_number),
    claimedBy: named(row.claimed_by, row.claimed_name),
    saidAt: row.feedback_at ?? row.created_at,
    mergedInto: named(row.merged_into, row.into_number),
    splitFrom: named(row.split_from, row.split_number),
    feedback: named(row.feedback_id, row.feedback_number),
  }),
  search: { number: 'ticket.search' },
  isLarge: true,
  filters: {
    // In words, so that the index of those that are open serves.
    state: (state) => sql<boolean>`ticket.state = ${sql.lit(state)}`,
    open: (open) => (open ? isOpenNow : sql<boolean>`not ${isOpenNow}`),
    claimed: (claimed) => (claimed ? sql<boolean>`ticket.claimed_by is not null` : sql<boolean>`ticket.claimed_by is null`),
    mine: (mine, ctx) =>
      mine ? sql<boolean>`ticket.claimed_by = ${ctx.actor.id}` : sql<boolean>`ticket.claimed_by is distinct from ${ctx.actor.id}`,
    late: (late, ctx) => (late ? isLate(ctx.clock.instant()) : sql<boolean>`not ${isLate(ctx.clock.instant())}`),
  },
  columns: async ({ topicCode, priority, queue, text, orderId, lines }, { ctx, row }) => ({
    topic_code: topicCode,
    priority,
    queue,
    text,
    order_id: orderId,
    lines: lines && [...lines],
    ...(row && priority && duesOf(row.created_at, priority, row.stopped_ms, await targetsOf(ctx, row))),
  }),
  create: {
    rule: ({ ctx, body }) => problemOfTopic(ctx, body.topicCode),
    sets: ({ ctx, body }) => columnsOfNew(ctx, ctx.db, body as NewTicket),
  },
  update: {
    whyNot: whyOver,
    rule: ({ ctx, row, body }) => (body.topicCode && body.topicCode !== row.topic_code ? problemOfTopic(ctx, body.topicCode) : null),
  },
  acts: {
    claim: {
      whyNot: (row, ctx) => whyOver(row) ?? whyClaimed(row, ctx),
      sets: ({ ctx }) => claimOf(ctx),
    },
    takeOver: {
      whyNot: (row, ctx) => {
        if (row.claimed_by === null) return 'Nobody handles it: claim it.'
        return whyOver(row) ?? (row.claimed_by === ctx.actor.id ? 'You handle it.' : null)
      },
      sets: ({ ctx }) => claimOf(ctx),
    },
    release: {
      whyNot: (row, ctx) => (row.claimed_by === ctx.actor.id ? null : 'You do not handle it.'),
      sets: () => unclaimed,
    },
    wait: {
      whyNot: whyOver,
      sets: ({ ctx, row, body }) => goTo(ctx, row, body.for === 'store' ? 'waiting-store' : 'waiting-customer'),
    },
    snooze: {
      whyNot: whyOver,
      sets: async ({ ctx, row, body }) => ({
        ...(await goTo(ctx, row, 'snoozed')),
        snoozed_until: addMinutes(ctx.clock.instant(), body.hours * 60),
      }),
    },
    resume: {
      whyNot: (row) => whyOver(row) ?? (row.state === 'open' ? 'It is open.' : null),
      sets: ({ ctx, row }) => goTo(ctx, row, 'open'),
    },
    // Who solved it is its owner from then on, whoever had it before.
    solve: {
      whyNot: whyOver,
      sets: async ({ ctx, row }) => ({ ...(await endAs(ctx, row, 'solved')), ...(row.claimed_by !== ctx.actor.id && claimOf(ctx)) }),
    },
    close: {
      whyNot: ({ state }) => (state === 'closed' ? 'It is closed.' : null),
      sets: ({ ctx, row }) => endAs(ctx, row, 'closed'),
    },
    reopen: {
      whyNot: (row) => {
        if (row.merged_into) return `It goes on in ${row.into_number}.`
        return whyOver(row) ? null : 'It is open.'
      },
      sets: async ({ ctx, row }) => ({ ...(await openAgain(ctx, row)), reopened: row.reopened + 1 }),
    },
    note: {
      parts: ({ ctx, work, row, body }) => say(ctx, work, row.id, { kind: 'internal', ...body }),
    },
    answer: {
      whyNot: whyOver,
      sets: async ({ ctx, row }) => (row.answered_at === null ? answeredBy(ctx, row) : {}),
      parts: async ({ ctx, work, row, body }) => {
        await tellOutside(ctx, work, row, body)
        const { to, text, imageId } = body
        return say(ctx, work, row.id, { kind: to, text, imageId })
      },
    },
    merge: {
      whyNot: whyOver,
      sets: async ({ ctx, row, body }) => ({
        ...(await endAs(ctx, row, 'closed')),
        merged_into: body.intoId,
        solve_minutes: null,
        solved_at: null,
      }),
      parts: ({ ctx, work, row, body }) => mergeInto(ctx, work, row, body),
    },
    unmerge: {
      whyNot: (row) => (row.merged_into ? null : { reason: 'ticket-not-merged' as const, message: 'It was not merged.' }),
      // Nobody came back with it: the merge is taken back.
      sets: async ({ ctx, row }) => ({ ...(await openAgain(ctx, row)), merged_into: null }),
      parts: ({ ctx, work, row }) => partFrom(ctx, work, row),
    },
    split: {
      rule: ({ ctx, body }) => problemOfTopic(ctx, body.topicCode),
      parts: ({ ctx, work, row, body }) => splitOff(ctx, work, row, body),
    },
  },
})

export const isOpenNow = sql<boolean>`ticket.state in ('open', 'waiting-customer', 'waiting-store', 'snoozed')`
/** Its first answer or its solution was due before; nothing falls due while its clock stands. */
export const isOverdue = (
  now: Instant,
) => sql<boolean>`((ticket.answered_at is null and ticket.answer_due_at < coalesce(ticket.stopped_at, ${now}))
  or ticket.solve_due_at < coalesce(ticket.stopped_at, ${now}))`
const isLate = (now: Instant) => sql<boolean>`(${isOpenNow} and ${isOverdue(now)})`

const unclaimed = { claimed_by: null, claimed_name: null, claimed_at: null }

function whyClaimed({ claimed_by, claimed_name }: Row, { actor }: Context) {
  if (claimed_by === null) return null
  return claimed_by === actor.id
    ? 'You handle it.'
    : { reason: 'ticket-claimed' as const, message: `${claimed_name} handles it: take it over.` }
}

const targetsOf = (ctx: Context, { time_zone }: Pick<Row, 'time_zone'>) => readTargets(ctx.services, time_zone)

/** The columns that bring a ticket into another state. */
async function goTo(ctx: Context, row: Row, state: TicketState) {
  const clock = clockTo(row, state, ctx.clock.instant(), await targetsOf(ctx, row))
  return { state, snoozed_until: null, ...clock }
}

async function openAgain(ctx: Context, row: Row) {
  return {
    ...(await goTo(ctx, row, 'open')),
    solved_at: null,
    solve_minutes: null,
    ...((await canGoOn(ctx, row)) ? {} : unclaimed),
  }
}

async function endAs(ctx: Context, row: Row, state: 'solved' | 'closed') {
  const now = ctx.clock.instant()
  const { hours } = await targetsOf(ctx, row)
  const solved = row.solved_at === null ? { solved_at: now, solve_minutes: minutesTaken(row, now, hours) } : {}
  return { ...(await goTo(ctx, row, state)), ...solved }
}

/** Whether whoever had it may have it back: they still look after tickets, and reach this one. */
async function canGoOn(ctx: Context, row: Row): Promise<boolean> {
  if (row.claimed_by === null || row.claimed_by === ctx.actor.id) return true
  return (await findColleagues(ctx, row, sql`staff.id = ${row.claimed_by}`)).length > 0
}
