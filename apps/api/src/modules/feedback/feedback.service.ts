import { addDays, type Feedback, feedbackContract, firstIdAt, instantAt, type LocalDate } from '@larder/contract'
import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { inScope, withinScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { type Because, invalid } from '#kit/errors.ts'
import { searchText } from '#kit/read/search-text.ts'
import type { RowIn } from '#kit/resource/declaration.ts'
import { resource } from '#kit/resource.ts'
import { readSetting } from '#kit/settings.ts'
import { findColleagues } from '#modules/ticket/ticket.colleagues.service.ts'
import { answerWithin, heardAt, openTicket, problemOfTopic } from '#modules/ticket/ticket.open.service.ts'
import { tellOutside } from '#modules/ticket/ticket.tell.service.ts'

function rowsOf(db: ReadDatabase) {
  return db
    .selectFrom('feedback')
    .leftJoin('orders', 'orders.id', 'feedback.order_id')
    .leftJoin('customer', 'customer.id', 'feedback.customer_id')
    .leftJoin('store', 'store.id', 'feedback.store_id')
    .leftJoin('rider', 'rider.id', 'feedback.rider_id')
    .leftJoin('branch', 'branch.id', 'feedback.branch_id')
    .leftJoin('staff as assignee', 'assignee.id', 'feedback.assigned_to')
    .leftJoin('staff as answerer', 'answerer.id', 'feedback.answered_by')
    .leftJoin('ticket', 'ticket.feedback_id', 'feedback.id')
    .selectAll('feedback')
    .select(['orders.number as order_number', 'customer.name as customer_name', 'customer.email as customer_email'])
    .select(['store.display_name as store_name', 'rider.name as rider_name', 'branch.name as branch_name', 'branch.time_zone'])
    .select([
      'assignee.name as assignee_name',
      'answerer.name as answerer_name',
      'ticket.id as ticket_id',
      'ticket.number as ticket_number',
    ])
    .select(
      sql<Feedback['tags']>`array(select jsonb_build_object('code', tag, 'label', coalesce(order_reason.label, tag))
        from unnest(feedback.tags) with ordinality as tagged(tag, place)
        left join order_reason on order_reason.kind = 'feedback' and order_reason.code = tag order by place)`.as('tagged'),
    )
}
type Row = RowIn<ReturnType<typeof rowsOf>>

const named = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })

/** What customers say of the app, a store or a rider. */
export const feedback = resource(feedbackContract, {
  table: 'feedback',
  permission: 'ticket.view',
  rows: rowsOf,
  scope: {
    where: (ctx) => withinScope(ctx, { branch: 'feedback.branch_id', store: 'feedback.store_id' }),
    place: (row) => heardAt(row),
  },
  present: (row) => ({
    tags: row.tagged,
    order: named(row.order_id, row.order_number),
    assignee: named(row.assigned_to, row.assignee_name),
    answer: answerOf(row),
    ticket: named(row.ticket_id, row.ticket_number),
  }),
  search: { number: 'feedback.search' },
  isLarge: true,
  filters: {
    tag: (tag) => sql<boolean>`feedback.tags @> array[${tag}]::text[]`,
    assigneeId: 'feedback.assigned_to',
    mine: (mine, { actor }) =>
      mine ? sql<boolean>`feedback.assigned_to = ${actor.id}` : sql<boolean>`feedback.assigned_to is distinct from ${actor.id}`,
    from: async (from, ctx) => sql<boolean>`feedback.id >= ${await firstIdOf(ctx, from)}`,
    to: async (to, ctx) => sql<boolean>`feedback.id < ${await firstIdOf(ctx, addDays(to, 1))}`,
  },
  acts: {
    take: {
      whyNot: (row, { actor }) => whyClosed(row) ?? (row.assigned_to === actor.id ? 'It is assigned to you.' : null),
      sets: ({ ctx, row }) => assignedTo(row, ctx.actor.id),
    },
    assign: {
      whyNot: whyClosed,
      rule: async ({ ctx, row, body }) => {
        const [found] = await findColleagues(ctx, row, sql`staff.id = ${body.staffId}`)
        return found ? null : { staffId: 'is not somebody else who looks after feedback and sees this one' }
      },
      sets: ({ row, body }) => assignedTo(row, body.staffId),
    },
    tag: {
      whyNot: whyClosed,
      rule: ({ ctx, row, body }) => problemOfTags(ctx, row.tags, body.tags),
      sets: ({ body }) => ({ tags: [...new Set(body.tags)] }),
    },
    answer: {
      whyNot: (row) => whyClosed(row) ?? whyUnreachable(row),
      sets: ({ ctx: { actor, clock }, body }) => ({
        state: 'answered',
        answer: body.text,
        answered_by: actor.id,
        answered_at: clock.instant(),
      }),
      also: async ({ ctx, work, row, body }) => {
        await tellOutside(ctx, work, row, { to: 'customer', text: body.text })
        if (row.ticket_id) await answerWithin(ctx, work, row.ticket_id, body.text)
      },
    },
    linkOrder: {
      whyNot: whyClosed,
      sets: ({ ctx, row, body }) => columnsOfOrder(ctx, row, body.orderId),
    },
    openTicket: {
      rule: ({ ctx, body }) => problemOfTopic(ctx, body.topicCode),
      whyNot: (row) => whyClosed(row) ?? (row.ticket_id ? `${row.ticket_number} was made of it.` : null),
      parts: async ({ ctx, work, row, body }) => {
        const { claim, ...chosen } = body
        const about = row.order_id ? { orderId: row.order_id } : { customerId: row.customer_id }
        const draft = { ...chosen, text: row.text, ...about }
        const answer = answerOf(row)
        const before = {
          at: row.created_at,
          answer: answer && { text: answer.text, by: { ...answer.by, at: answer.at } },
          zone: row.time_zone,
        }
        const { id } = await openTicket(
          ctx,
          work,
          draft,
          { source: 'feedback', feedback_id: row.id },
          { before, ...(claim && { isClaimed: claim }) },
        )
        return { old: {}, new: { ticket_id: id } }
      },
    },
    close: { whyNot: whyClosed, sets: () => ({ state: 'closed' }) },
    reopen: {
      whyNot: ({ state }) => (state === 'closed' ? null : 'It is not closed.'),
      sets: ({ row }) => ({ state: row.assigned_to ? 'assigned' : 'new' }),
    },
  },
})

function answerOf({ answer, answered_by, answerer_name, answered_at }: Row): Feedback['answer'] {
  if (answer === null || !answered_by || !answered_at) return null
  return { text: answer, by: { id: answered_by, name: answerer_name ?? '' }, at: answered_at }
}

const firstIdOf = async ({ services }: Context, day: LocalDate) =>
  firstIdAt(instantAt(day, '00:00', await readSetting(services, 'installation.timeZone')))

function whyClosed({ state }: Row): Because | null {
  return state === 'closed' ? { reason: 'feedback-closed', message: 'It is closed: reopen it first.' } : null
}

function whyUnreachable({ order_id, customer_id, customer_email }: Row): Because | null {
  if (order_id || customer_email) return null
  const whom = customer_id ? 'its customer has no mail address' : 'nobody knows which customer said it'
  return { reason: 'nobody-to-tell', message: `It is of no order, and ${whom}.` }
}

function assignedTo({ state }: Row, staffId: string) {
  return { assigned_to: staffId, state: state === 'new' ? 'assigned' : state }
}

async function problemOfTags({ db }: Context, before: readonly string[], tags: readonly string[]) {
  const known = await db.selectFrom('order_reason').select('code').where('kind', '=', 'feedback').where('active', '=', true).execute()
  // One that was retired since stays where it is.
  const offered = new Set([...known.map(({ code }) => code), ...before])
  const stranger = tags.findIndex((tag) => !offered.has(tag))
  return stranger < 0 ? null : { [`tags.${stranger}`]: 'is no tag of feedback' }
}

/** What follows of the order that it is of. 422 where it does not exist, is another customer's, or has no rider that it could be about. */
async function columnsOfOrder(ctx: Context, row: Row, id: string) {
  const query = ctx.db
    .selectFrom('orders')
    .select(['number', 'customer_id', 'customer_name', 'store_id', 'rider_id', 'branch_id'])
    .where('orders.id', '=', id)
  const order = await inScope(ctx, query, { branch: 'orders.branch_id', store: 'orders.store_id' }).executeTakeFirst()
  if (!order) return invalid({ 'body.orderId': 'does not exist' })
  const { number, customer_name, store_id, rider_id, branch_id } = order
  if (row.customer_id && order.customer_id !== row.customer_id) return invalid({ 'body.orderId': 'is of another customer' })
  if (row.about === 'rider' && !rider_id) return invalid({ 'body.orderId': 'has no rider' })
  const search = searchText([row.number, number, customer_name, row.text])
  return { order_id: id, customer_id: order.customer_id, store_id, rider_id, branch_id, search }
}
