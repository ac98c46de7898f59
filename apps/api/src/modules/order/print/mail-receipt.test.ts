import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addStore } from '../../../../test/factories.ts'
import { act, type OrderWorld, orderWorld, place } from '../../../../test/order-world.ts'
import { printed, readPdf } from '../../../../test/paper.ts'
import type { Caller } from '../../../../test/test-app.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

interface AuditLine {
  changes: { field: string; old: unknown; new: unknown }[]
}

const mail = (id: string, body: object = {}, as: Caller = world.admin, headers: Record<string, string> = {}) =>
  world.app.call(`POST /orders/${id}/receipt-mails`, { as, body, headers })
const kept = async () => (await world.app.call('GET /mail', { as: world.admin })).body.rows

/** An order of a customer with this address, or with none. */
async function orderOf(email: string | null) {
  const order = await place(world)
  const { customer_id: id } = await world.db.selectFrom('orders').select('customer_id').where('id', '=', order.id).executeTakeFirstOrThrow()
  await world.db.updateTable('customer').set({ email }).where('id', '=', String(id)).execute()
  return order
}

async function attached(mailId: string) {
  const headers = { 'x-api-key': world.admin.token, authorization: `Bearer ${world.admin.token}` }
  const answer = await world.app.fastify.inject({ method: 'GET', url: `/api/mail/${mailId}/attachment`, headers })
  return { answer, paper: answer.statusCode === 200 ? await readPdf(answer.rawPayload) : null }
}

test('the receipt goes to the address that the customer gave, as the paper that a print would be; the next one is a copy', async () => {
  const order = await orderOf('anjali@mail.test')
  const { status, body } = await mail(order.id)
  expect([status, body]).toEqual([200, { to: 'anjali@mail.test', isMailed: false }])
  const [row] = await kept()
  expect(row).toMatchObject({
    to: 'anjali@mail.test',
    toName: 'Anjali Menon',
    subject: `Receipt for order ${order.number} from Fish Cove`,
    status: 'kept',
    attachment: `Receipt ${order.number}.pdf`,
  })
  const { answer, paper } = await attached(row.id)
  expect([answer.headers['content-type'], answer.headers['cache-control']]).toEqual(['application/pdf', 'private, no-store'])
  expect(paper?.text).toContain(`Receipt ${order.number}`)
  expect(paper?.text).not.toContain('Reprint')
  const drawn = await printed(world.app, world.admin, order.id, { document: 'receipt', paper: 'a4' })
  expect(drawn.print.copy).toBe(2)
  expect(drawn.lines).toEqual(expect.arrayContaining(paper?.lines ?? ['none']))

  await mail(order.id, { to: 'Office@Mail.test ' })
  const copy = (await kept()).find(({ to }: { to: string }) => to === 'office@mail.test')
  expect((await attached(copy.id)).paper?.text).toContain('Reprint · copy 3')
  const history = (await world.app.call(`GET /history/order/${order.id}`, { as: world.admin })).body.rows
  const told = history.filter(({ action }: { action: string }) => action === 'mailReceipt').map((entry: AuditLine) => entry.changes)
  expect(told).toEqual([
    [
      { field: 'copy', old: null, new: 3 },
      { field: 'email', old: null, new: 'office@mail.test' },
      { field: 'isOwnAddress', old: null, new: false },
    ],
    [
      { field: 'copy', old: null, new: 1 },
      { field: 'email', old: null, new: 'anjali@mail.test' },
      { field: 'isOwnAddress', old: null, new: true },
    ],
  ])
})

test('without an address one has to be given, and it has to be one', async () => {
  const order = await orderOf(null)
  const none = await mail(order.id)
  expect([none.status, none.body.error.reason, Object.keys(none.body.error.fields)]).toEqual([422, 'no-address', ['body.to']])
  const wrong = await mail(order.id, { to: 'anjali' })
  expect([wrong.status, Object.keys(wrong.body.error.fields)]).toEqual([422, ['body.to']])
})

test('it is mailed once for one key; of two at once neither says the other is the first', async () => {
  const order = await orderOf('anjali@mail.test')
  const before = (await kept()).length
  const answers = await Promise.all([0, 1].map(() => mail(order.id, {}, world.admin, { 'idempotency-key': order.id })))
  expect(answers.map(({ status }) => status)).toContain(200)
  expect((await mail(order.id, {}, world.admin, { 'idempotency-key': order.id })).status).toBe(200)
  expect((await kept()).length).toBe(before + 1)

  const racing = await Promise.all([1, 2, 3].map(() => mail(order.id)))
  const sent = racing.filter(({ status }) => status === 200).length
  expect(sent).toBeGreaterThan(0)
  for (const { status, body } of racing.filter((each) => each.status !== 200))
    expect([status, body.error.reason]).toEqual([409, 'printed-meanwhile'])
  const mails = (await kept()).filter(({ subject }: { subject: string }) => subject.includes(order.number))
  const papers = await Promise.all(mails.map(async ({ id }: { id: string }) => (await attached(id)).paper?.text))
  const marks = papers.map((text) => /copy \d+/.exec(text ?? '')?.[0] ?? 'first')
  expect([marks.length, new Set(marks).size]).toEqual([sent + 1, sent + 1])
})

test('whoever works on the order sends it, and nobody else; what goes with a mail is for those who look after mail', async () => {
  const order = await orderOf('anjali@mail.test')
  const { app, store } = world
  const elsewhere = await addStore(world.db)
  const officer = await app.addStaff({ permissions: ['order.view', 'order.operate'], scope: { kind: 'store', ids: [store.id] } })
  const stranger = await app.addStaff({ permissions: ['order.view', 'order.operate'], scope: { kind: 'store', ids: [elsewhere.id] } })
  const looker = await app.addStaff({ permissions: ['order.view'] })
  expect((await mail(order.id, {}, officer)).status).toBe(200)
  expect((await mail(order.id, {}, stranger)).body.error.reason).toBe('order-not-found')
  expect((await mail(order.id, {}, looker)).body.error.fields).toEqual({ permission: 'order.operate' })
  const [row] = await kept()
  expect((await app.call(`GET /mail/${row.id}/attachment`, { as: officer })).status).toBe(401)
})

test('an order that has moved on meanwhile is not told as it was', async () => {
  const order = await orderOf('anjali@mail.test')
  const before = (await kept()).length
  const [sent, accepted] = await Promise.all([mail(order.id), act(world, order.id, 'accept', { prepMinutes: 20 })])
  expect(accepted.status).toBe(200)
  expect((await kept()).length).toBe(before + (sent.status === 200 ? 1 : 0))
  if (sent.status !== 200) expect(sent.body.error.reason).toBe('changed-since-printed')
})

test('of an order five are mailed within an hour, whoever sends them; then it says when it goes again, and does', async () => {
  const order = await orderOf('anjali@mail.test')
  const officer = await world.app.addStaff({ permissions: ['order.view', 'order.operate'] })
  for (const number of [1, 2, 3, 4, 5]) {
    expect((await mail(order.id, { to: `guest-${number}@mail.test` }, officer)).status).toBe(200)
    world.clock.forward(1)
  }
  const before = (await kept()).length
  const sixth = await mail(order.id)
  expect([sixth.status, sixth.body.error.reason, sixth.headers['retry-after']]).toEqual([429, 'too-many-receipts', '3300'])
  const again = new Date(world.clock.ms() + 55 * 60_000).toLocaleTimeString('en-US', {
    timeZone: 'Asia/Kolkata',
    hour: 'numeric',
    minute: '2-digit',
  })
  expect(sixth.body.error.message).toBe(`The receipt of ${order.number} was mailed 5 times within an hour. It goes again at ${again}.`)
  expect((await kept()).length).toBe(before)
  expect((await mail((await orderOf('anjali@mail.test')).id)).status, 'of another order').toBe(200)
  world.clock.forward(54)
  expect((await mail(order.id)).status).toBe(429)
  world.clock.forward(1)
  expect((await mail(order.id)).status).toBe(200)
  expect((await mail(order.id)).status).toBe(429)
})

test('to one address ten are mailed within an hour, of whatever orders, and of two at the same moment one', async () => {
  const to = 'everything@mail.test'
  const orders = await Promise.all(Array.from({ length: 11 }, () => place(world)))
  const [first, second, ...others] = orders
  for (const { id } of others) expect((await mail(id, { to })).status).toBe(200)
  const holder = await world.app.database.pool.connect()
  await holder.query('begin; lock table mail in exclusive mode')
  const both = [first, second].map((order) => mail(order?.id ?? '', { to }))
  const waiting = async () => expect((await holder.query('select from pg_locks where not granted')).rows).toHaveLength(2)
  await vi.waitFor(waiting, { timeout: 20_000 })
  await holder.query('commit')
  holder.release()
  const answers = await Promise.all(both)
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 429])
  const late = answers.find(({ status }) => status === 429)
  expect(late?.body.error.message).toContain('Receipts were mailed to this address 10 times within an hour. It goes again at ')
  expect((await kept()).filter((row: { to: string }) => row.to === to)).toHaveLength(10)
  expect((await mail(late === answers[0] ? String(first?.id) : String(second?.id), { to: 'other@mail.test' })).status).toBe(200)
})

test('the history tells to which address, to those who may see whom the order is for; nobody else reads the own one of a customer', async () => {
  const order = await orderOf('anjali@mail.test')
  const permissions = ['order.view', 'order.operate'] as const
  const officer = await world.app.addStaff({ permissions: [...permissions] })
  const lead = await world.app.addStaff({ permissions: [...permissions, 'order.reveal'] })
  expect((await mail(order.id, {}, officer)).body.to).toBe('a•••@mail.test')
  expect((await mail(order.id, {}, lead)).body.to).toBe('anjali@mail.test')
  expect((await mail(order.id, { to: 'friend@mail.test' }, officer)).body.to).toBe('friend@mail.test')
  const toldTo = async (as: Caller) => {
    const { rows } = (await world.app.call(`GET /history/order/${order.id}`, { as })).body
    const changes = rows.flatMap((entry: AuditLine) => entry.changes)
    return changes.filter(({ field }: { field: string }) => field === 'email').map((change: { new: unknown }) => change.new)
  }
  expect(await toldTo(lead)).toEqual(['friend@mail.test', 'anjali@mail.test', 'anjali@mail.test'])
  expect(await toldTo(officer)).toEqual(['[hidden]', '[hidden]', '[hidden]'])
})
