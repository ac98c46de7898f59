import { type Feedback, feedbackAboutLabels, feedbackKindLabels, keysOf, proposedTopic, type Ticket } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reasonReference } from '#modules/order/order.reference.ts'
import { addOrder } from '../../../test/factories.ts'
import { type OrderWorld, orderWorld } from '../../../test/order-world.ts'
import type { Caller } from '../../../test/test-app.ts'

let world: OrderWorld
let care: Caller
let colleague: Caller
beforeAll(async () => {
  world = await orderWorld()
  care = await world.app.addStaff({ permissions: ['ticket.view', 'ticket.edit', 'order.view'], name: 'Devi Menon' })
  colleague = await world.app.addStaff({ permissions: ['ticket.view', 'ticket.edit'], name: 'Anil Nair' })
})
afterAll(() => world.app.close())

async function said(body: object = {}): Promise<string> {
  const given = { kind: 'complaint', text: 'The curry was cold', ...body }
  const answer = await world.app.call('POST /channel/feedback', { as: world.channel, body: given })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.id
}
const delivered = () =>
  addOrder(world.db, world.store, { at: world.clock.instant(), status: 'delivered', channel_id: world.channel.id } as never)
const read = async (id: string): Promise<Feedback> => (await world.app.call(`GET /feedback/${id}`, { as: care })).body
const act = async (id: string, action: string, body: object = {}, as = care) =>
  world.app.call(`POST /feedback/${id}/${action}`, { as, body: { version: (await read(id)).version, ...body } })

test('a ticket is made of it, once, and both name each other', async () => {
  const order = await delivered()
  const id = await said({ orderId: order.id, text: 'Half of it was missing' })
  const topic = { topicCode: 'item-missing', priority: 'high', queue: 'care' }
  expect(Object.keys((await act(id, 'open-ticket', { ...topic, topicCode: 'no-such' })).body.error.fields)).toEqual(['body.topicCode'])
  const { version } = await read(id)
  const both = await Promise.all(
    [0, 1].map(() => world.app.call(`POST /feedback/${id}/open-ticket`, { as: care, body: { version, ...topic } })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const { number, ticket } = await read(id)
  const { body } = await world.app.call(`GET /tickets/${ticket?.id}`, { as: care })
  expect(body).toMatchObject({
    number: ticket?.name,
    source: 'feedback',
    text: 'Half of it was missing',
    order: { id: order.id },
    feedback: { id, name: number },
  })
  expect((await act(id, 'open-ticket', topic)).body.error.message).toBe(`${ticket?.name} was made of it.`)
})

describe('the ticket that is made of it', () => {
  const made = async (id: string, more: object = {}): Promise<Ticket> => {
    const topic = { topicCode: 'item-missing', priority: 'normal', queue: 'care' }
    const { status, body } = await act(id, 'open-ticket', { ...topic, ...more })
    expect(status, JSON.stringify(body)).toBe(200)
    return ticketOf(id)
  }
  const ticketOf = async (id: string): Promise<Ticket> =>
    (await world.app.call(`GET /tickets/${(await read(id)).ticket?.id}`, { as: care })).body
  const notesOf = async ({ id }: Ticket) => (await world.app.call(`GET /tickets/${id}/notes`, { as: care })).body

  test('is nobody’s, unless whoever makes it claims it with that', async () => {
    const [free, claimed] = [await said(), await said()]
    expect((await made(free)).claimedBy).toBeNull()
    expect((await made(claimed, { claim: true })).claimedBy).toEqual({ id: care.id, name: 'Devi Menon' })
  })

  test('was said when the feedback was, and is answered where that was: by whom, and as long as it took', async () => {
    const order = await delivered()
    const id = await said({ orderId: order.id })
    world.clock.forward(7)
    const { createdAt, answer } = (await act(id, 'answer', { text: 'Sorry for that.' }, colleague)).body
    world.clock.forward(30)
    const ticket = await made(id)
    expect(ticket).toMatchObject({ saidAt: createdAt, answeredAt: answer.at, answerMinutes: expect.any(Number) })
    expect(ticket.answerMinutes).toBeLessThanOrEqual(7)
    expect(await notesOf(ticket)).toMatchObject([{ kind: 'customer', text: 'Sorry for that.', by: 'Anil Nair', at: answer.at }])
    expect((await world.app.call('GET /tickets?late=true&limit=100', { as: care })).body.rows).not.toContainEqual(
      expect.objectContaining({ id: ticket.id }),
    )
  })

  test('is answered by what the feedback is answered with later, while it is open, and its history says so', async () => {
    const id = await said({ orderId: (await delivered()).id })
    const ticket = await made(id)
    expect(ticket.answeredAt).toBeNull()
    expect((await act(id, 'answer', { text: 'We look into it.' })).status).toBe(200)
    const { answeredAt, version } = await ticketOf(id)
    expect(answeredAt).not.toBeNull()
    expect(await notesOf(ticket)).toMatchObject([{ kind: 'customer', text: 'We look into it.', by: 'Devi Menon' }])
    const { rows } = (await world.app.call(`GET /history/ticket/${ticket.id}`, { as: care })).body
    expect(rows[0]).toMatchObject({ action: 'answer', changes: expect.arrayContaining([expect.objectContaining({ field: 'answeredAt' })]) })
    await world.app.call(`POST /tickets/${ticket.id}/solve`, { as: care, body: { version } })
    expect((await act(id, 'answer', { text: 'Solved.' })).status).toBe(200)
    expect(await notesOf(ticket)).toHaveLength(1)
  })

  test('can have every topic that is proposed', () => {
    const topics = reasonReference.filter(({ kind }) => kind === 'ticket').map(({ code }) => code)
    const tags = reasonReference.filter(({ kind }) => kind === 'feedback').map(({ code, label }) => ({ code, label }))
    for (const about of keysOf(feedbackAboutLabels))
      for (const kind of keysOf(feedbackKindLabels))
        for (const tag of [[], ...tags.map((each) => [each])]) expect(topics).toContain(proposedTopic({ about, kind, tags: tag }))
  })
})
