import { cartContract, customerContract, plainFormat, segmentContract, ticketContract } from '@larder/contract'
import type { Client } from 'pg'
import { agedAt, agedId, grow } from './grow.ts'
import { growCustomers, grownMail } from './grow-customers.ts'
import { type Asked, measureGrown, type Subject, turning } from './grown.ts'
import { connections, drive, quantile } from './load.ts'
import { databaseUrl } from './postgres.ts'
import { startProduct } from './processes.ts'
import { signIn } from './session.ts'
import { countStatements, statementsOf } from './statement-count.ts'
import { atMost, type Claim } from './targets.ts'

const eventsPerCart = 10
const asked = 200

/** Customers, as many carts with ten events each, and as many tickets. */
const people: Subject = {
  name: 'people',
  table: 'ticket',
  rows: 'customers, carts and tickets',
  grow: async (client, rows, tell) => {
    const id = agedId(rows)
    const at = agedAt(rows)
    await growCustomers(client, rows, tell)
    await client.query(
      'create temp table person as select id, row_number() over (order by id) - 1 as place from customer where erasure is null',
    )
    await client.query('create unique index on person (place)')
    await client.query('analyze person')
    const beside = 'join person on person.place = n * 7919 % (select count(*) from person)'
    const theirs = { customer_id: 'person.id', id, created_at: at, updated_at: at }
    await grow(
      client,
      [
        { table: 'cart', rows, like: "state <> 'active'", beside, sets: theirs },
        {
          table: 'ticket',
          rows,
          like: "state = 'closed'",
          beside,
          sets: {
            ...theirs,
            number: "'T-' || 1000000 + n",
            order_id: 'null',
            feedback_id: 'null',
            review_id: 'null',
            merged_into: 'null',
            split_from: 'null',
            solve_due_at: at,
            answered_at: `${at} + interval '9 minutes'`,
            solved_at: `${at} + interval '50 minutes'`,
          },
        },
      ],
      tell,
    )
    tell(`${plainFormat.number(rows * eventsPerCart)} events of carts`)
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into cart_event (cart_id, sequence, type, line, note, at)
       select cart.id, n, case n when 1 then 'opened' when ${eventsPerCart} then state else 'line-added' end, case when n between 2 and ${eventsPerCart - 1} then lines -> 0 end, null, cart.created_at + n * interval '10 seconds'
       from cart cross join generate_series(1, ${eventsPerCart}) as n where not exists (select from cart_event where cart_id = cart.id)`,
    )
    await client.query('set session_replication_role = origin')
    await client.query('vacuum analyze cart_event')
  },
  ask: askOf,
}

async function askOf(client: Client): Promise<Asked> {
  const { rows } = await client.query<{
    id: string
    phone: string
    name: string
    cart: string
    vertical: string
    ticket: string
    word: string
  }>(
    `select customer.id, phone, lower(name) as name, cart.id as cart, cart.vertical, ticket.number as ticket, split_part(ticket.text, ' ', 1) || ' ' || split_part(ticket.text, ' ', 2) as word
     from (select * from customer where erasure is null and email like '${grownMail('%')}' order by random() limit ${asked}) as customer
       join lateral (select * from cart where customer_id = customer.id limit 1) as cart on true
       join lateral (select * from ticket where customer_id = customer.id limit 1) as ticket on true`,
  )
  const { rows: segments } = await client.query<{ id: string; isLapsed: boolean }>(
    'select id, least_last_days is not null as "isLapsed" from segment order by name',
  )
  const { rows: counted } = await client.query<{ many: number }>('select count(*)::int as many from customer')
  // So that about ten times as many are found as there are last digits to tell apart, in both worlds.
  const digits = Math.round(Math.log10(counted[0]?.many ?? 1)) - 1
  const [customers, carts, tickets] = [customerContract.list.path, cartContract.list.path, ticketContract.list.path]
  const each = (path: (row: (typeof rows)[number]) => string) => rows.map(path)
  const q = (text: string) => `q=${encodeURIComponent(text)}`
  return {
    customers: [customers],
    'customers by value': [`${customers}?sort=-value`],
    'customers of a phone': each(({ phone }) => `${customers}?${q(phone)}`),
    'customers of the last digits of a phone': each(({ phone }) => `${customers}?${q(phone.slice(-digits))}`),
    'customers of a name': each(({ name }) => `${customers}?${q(name)}`),
    'customers of a first name, of which a hundred times as many are found': each(
      ({ name }) => `${customers}?${q(name.split(' ')[0] ?? '')}`,
    ),
    'customers who are watched': [`${customers}?flag=watch`],
    'customers of a segment': segments.map(({ id, isLapsed }) => `${customers}?segmentId=${id}${isLapsed ? '&sort=-lastOrderAt' : ''}`),
    'segments, counted': [segmentContract.list.path],
    'a customer': each(({ id }) => `${customers}/${id}`),
    carts: [carts],
    'carts that were left': [`${carts}?state=abandoned`],
    'carts of a customer, by vertical': each(({ id, vertical }) => `${carts}?customerId=${id}&vertical=${vertical}`),
    'a cart with its events': each(({ cart }) => `${carts}/${cart}`),
    tickets: [tickets],
    'tickets that are open': [`${tickets}?open=true`],
    'tickets of a queue, by what is due': [`${tickets}?queue=care&open=true&sort=solveDueAt`],
    'tickets that are late': [`${tickets}?late=true`],
    'tickets of a customer': each(({ id }) => `${tickets}?customerId=${id}`),
    'tickets of a number': each(({ ticket }) => `${tickets}?${q(ticket)}`),
    'tickets of their words': each(({ word }) => `${tickets}?${q(word)}`),
    'figures of the queues': [ticketContract.figures.path],
  }
}

/** Customers, carts and tickets at two sizes; what the page of a customer asks first, at the larger one. */
export function measurePeople(folder: string, tell: (step: string) => void): Promise<Claim[]> {
  return measureGrown(folder, people, tell, async ({ dataDir, product, token, asked: paths }) => {
    const next = turning(paths['a customer'] ?? [])
    const { latencies } = await drive(product.address, token, next, { seconds: 5 })
    const p95 = quantile(latencies, 0.95)
    const counter = await countStatements(databaseUrl(dataDir, 'larder'))
    const counted = await startProduct(dataDir, { DATABASE_URL: counter.url, SECRET_KEY: 'bench-bench-bench-bench-bench-bench-1' })
    try {
      const statements = await statementsOf(counter, counted.address, await signIn(counted.address), next, 300)
      return [
        atMost(`a customer, ${connections} connections, p95`, p95, 200, 'ms'),
        atMost('a customer: SQL statements a request', Math.round(statements * 10) / 10, 3, ''),
      ]
    } finally {
      await counted.stop()
      await counter.stop()
    }
  })
}
