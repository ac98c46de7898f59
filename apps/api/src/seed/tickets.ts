import { addMinutes, type Instant, msOf } from '@larder/contract'
import type { PoolClient } from 'pg'
import { searchText } from '#kit/read/search-text.ts'
import { demoEmailOf } from './demo-access.ts'
import type { Random } from './random.ts'

/** Each state, some of them twice: what it is about, who said it and how long ago. */
const drawn = [
  {
    state: 'open',
    topic: 'late-order',
    priority: 'urgent',
    queue: 'care',
    minutesAgo: 6,
    text: 'Forty minutes late, and the map has not moved.',
  },
  { state: 'open', topic: 'item-missing', priority: 'high', queue: 'care', minutesAgo: 25, text: 'The second parotta was not in the bag.' },
  {
    state: 'open',
    topic: 'payment-problem',
    priority: 'normal',
    queue: 'payments',
    minutesAgo: 70,
    text: 'The bank shows the payment twice.',
  },
  {
    state: 'open',
    topic: 'rider-conduct',
    priority: 'normal',
    queue: 'riders',
    minutesAgo: 300,
    text: 'He left the bag at the gate and did not ring.',
  },
  { state: 'waiting-customer', topic: 'poor-quality', priority: 'normal', queue: 'care', minutesAgo: 190, text: 'The fish smelled.' },
  { state: 'waiting-store', topic: 'wrong-item', priority: 'high', queue: 'stores', minutesAgo: 95, text: 'They sent the vegetarian one.' },
  {
    state: 'snoozed',
    topic: 'payout-question',
    priority: 'low',
    queue: 'payments',
    minutesAgo: 600,
    text: 'The store asks when last week is paid out.',
  },
  { state: 'solved', topic: 'item-missing', priority: 'normal', queue: 'care', minutesAgo: 1500, text: 'No chutney with the dosa.' },
  {
    state: 'solved',
    topic: 'late-order',
    priority: 'high',
    queue: 'care',
    minutesAgo: 2100,
    text: 'It came cold, an hour after the promise.',
  },
  { state: 'closed', topic: 'app-problem', priority: 'low', queue: 'care', minutesAgo: 9000, text: 'The app lost the basket.' },
  { state: 'closed', topic: 'never-arrived', priority: 'urgent', queue: 'care', minutesAgo: 12_000, text: 'Nobody ever came.' },
] as const

const answers = { customer: 'We are sorry, and are looking into it now.', store: 'Please tell us what was packed.' }

/** Tickets about delivered orders in every state, with what was said in them. */
export async function writeTickets(client: PoolClient, random: Random, now: Instant): Promise<void> {
  const people = await client.query<{ id: string; name: string }>('select id, name from staff where email = any($1) order by email', [
    ['custumercare-admin', 'custumercare-executive'].map(demoEmailOf),
  ])
  const orders = await client.query<Order>(
    `select id, number, customer_id, customer_name, store_id, rider_id, branch_id from orders
      where status = 'delivered' and customer_id is not null order by id desc limit 200`,
  )
  for (const [index, ticket] of drawn.entries()) {
    const [order, person] = [random.pick(orders.rows), people.rows[index % people.rows.length]]
    if (!order || !person) return
    await writeTicket(client, random, { ...ticket, order, person, now, number: index + 1 })
  }
  await client.query(`select setval('ticket_number', $1)`, [drawn.length])
}

interface Order extends Record<'id' | 'number' | 'customer_id' | 'customer_name' | 'store_id' | 'branch_id', string> {
  rider_id: string | null
}

type Drawn = (typeof drawn)[number] & { order: Order; person: { id: string; name: string }; now: Instant; number: number }

async function writeTicket(client: PoolClient, random: Random, ticket: Drawn): Promise<void> {
  const { state, topic, priority, queue, minutesAgo, text, order, person, now } = ticket
  const opened = addMinutes(now, -minutesAgo)
  const isOver = state === 'solved' || state === 'closed'
  const isAnswered = isOver || state.startsWith('waiting')
  const isStopped = isOver || state === 'waiting-customer'
  const isClaimed = isOver || ticket.number % 2 === 0
  const number = `T-${String(ticket.number).padStart(5, '0')}`
  const [answer, solve] = [
    { urgent: 10, high: 30, normal: 120, low: 480 }[priority],
    { urgent: 60, high: 240, normal: 900, low: 2700 }[priority],
  ]
  const ended = addMinutes(opened, Math.min(minutesAgo, 50 + ticket.number * 7))
  const id = random.id(msOf(opened))
  await client.query(
    `insert into ticket (id, number, topic_code, priority, queue, state, text, order_id, customer_id, store_id, rider_id, branch_id, created_by,
        claimed_by, claimed_name, claimed_at, answer_due_at, answered_at, answer_minutes, solve_due_at, solved_at, solve_minutes, stopped_at,
        snoozed_until, search, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27)`,
    [
      ...[id, number, topic, priority, queue, state, text, order.id, order.customer_id, order.store_id, order.rider_id, order.branch_id],
      ...[person.name, isClaimed ? person.id : null, isClaimed ? person.name : null, isClaimed ? (isOver ? ended : now) : null],
      ...[addMinutes(opened, answer), isAnswered ? addMinutes(opened, 8) : null, isAnswered ? 8 : null],
      ...[
        addMinutes(opened, solve),
        isOver ? ended : null,
        isOver ? 50 + ticket.number * 7 : null,
        isStopped ? addMinutes(opened, 20) : null,
      ],
      ...[state === 'snoozed' ? addMinutes(now, 600) : null, searchText([number, order.number, order.customer_name, text])],
      ...[opened, isOver ? ended : opened],
    ],
  )
  if (!isAnswered) return
  const kind = state === 'waiting-store' ? 'store' : 'customer'
  await client.query(`insert into ticket_note (id, ticket_id, kind, text, by_id, by_name, at) values ($1, $2, $3, $4, $5, $6, $7)`, [
    random.id(msOf(opened) + 1),
    id,
    kind,
    answers[kind],
    person.id,
    person.name,
    addMinutes(opened, 8),
  ])
}
