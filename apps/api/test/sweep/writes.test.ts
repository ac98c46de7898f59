import { type Allowed, ChannelOrderEvent, channelContract, mediaTypesOf, type NamedEndpoint, newId } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isRepeatable } from '#kit/http/idempotency.ts'
import { schemaOf } from '#kit/openapi/openapi.ts'
import type { JsonSchema } from '#kit/openapi/outline.ts'
import { unaudited } from './companions.ts'
import { sends, writes } from './examples.ts'
import { nextTransaction, tablesWrittenSince } from './fingerprint.ts'
import { endpoints, type SweptProduct, sweptProduct } from './swept-product.ts'
import type { Example } from './world.ts'

/** Kinds of records that a screen can hear of, and those that apps tell of and no screen shows. */
const entities = new Set([...endpoints.map(({ entity }) => entity), 'cart', 'device'])
/** Kinds of records that can be opened: whoever sees one may ask for its history. */
const opened = new Set(endpoints.filter(({ name, entity }) => name === `${entity}.get` && entity !== 'file').map(({ entity }) => entity))

let product: SweptProduct

beforeAll(async () => {
  product = await sweptProduct()
})
afterAll(() => product.app.close())

function send(endpoint: NamedEndpoint, example: Example, more: Record<string, string> = {}) {
  return product.send(endpoint, example, product.callerOf(endpoint, example), more)
}

async function traces() {
  const { rows } = await sql<{ entries: number; changed: number }>`
    select (select count(*) from audit_entry)::int as entries, (select count(*) from event where kind = 'changed')::int as changed`.execute(
    product.app.database.db,
  )
  return rows[0] ?? { entries: 0, changed: 0 }
}

/** The last entry, of an entity or of all. */
function lastEntry(entity?: string) {
  const entries = product.app.database.db.selectFrom('audit_entry').selectAll().orderBy('id', 'desc').limit(1)
  return (entity ? entries.where('entity', '=', entity) : entries).executeTakeFirstOrThrow()
}

/** The entities that the last entries name. */
async function entitiesOfLast(count: number): Promise<string[]> {
  const named = await product.app.database.db.selectFrom('audit_entry').select('entity').orderBy('id', 'desc').limit(count).execute()
  return named.map(({ entity }) => entity)
}

/** Who may open a record: of what is one person's alone, that person. */
const seenBy = (entity: string, { as }: Example) => (entity === 'task' && as) || product.admin

/** How many entries of the last one's request its change set has: one that people make goes on through several requests. */
async function tiedEntries(): Promise<number> {
  const { change_set_id, request_id } = await lastEntry()
  const { rows } = await sql<{
    entries: number
  }>`select count(*)::int as entries from audit_entry where change_set_id = ${change_set_id} and request_id = ${request_id}`.execute(
    product.app.database.db,
  )
  expect(rows[0]?.entries).toBeGreaterThan(1)
  return rows[0]?.entries ?? 0
}

/** Whose note is a wish for the kitchen. */
const wishes = ['channel.placeOrder', 'order.placeForCaller']

/** The fields in which a body asks why. */
function askedWhy({ name, shape }: NamedEndpoint): string[] {
  if (wishes.includes(name) || !shape.body || mediaTypesOf(shape.body)) return []
  const { properties = {} } = schemaOf(shape.body, 'input') as JsonSchema
  return ['reason', 'note'].filter((key) => key in properties)
}

/** What is done to one record and does as much again when it is sent again without a key, each with the reason. */
const again: Readonly<Record<string, string>> = {
  'change-set.upload': 'a change set more',
  'menu-scan.addPage': 'a page more',
  'menu-scan.create': 'a scan more',
  'order.addNote': 'a note more',
  'order.again': 'an order more',
  'order.message': 'a message more',
  'order.mailReceipt': 'a mail more',
  'order.print': 'a copy more, with its number',
}

/** What is done to a record of another kind and makes one, by another word than `create`: no act on what it makes. */
const makers = ['change-set.upload', 'menu-scan.addPage', 'order.placeForCaller']

/** The code of a listed reason in the words of its list, any other text as it is. */
async function inWords(why: string): Promise<string> {
  const listed = await product.app.database.db.selectFrom('order_reason').select('label').where('code', '=', why).executeTakeFirst()
  return listed?.label ?? why
}

test('what may be done again and again is a write', () => {
  expect(Object.keys(again).filter((name) => !writes.some((endpoint) => endpoint.name === name))).toEqual([])
})

test('every write has an example, and every example is of a write', () => {
  expect(product.exampleNames.sort()).toEqual(sends.map(({ name }) => name).sort())
})

/** What a channel's program may say only with a reason: by its word for it who says so. */
const saidWhy = ((schemaOf(ChannelOrderEvent, 'input') as JsonSchema).oneOf ?? []).flatMap(({ properties = {} }) =>
  'reason' in properties ? [[String(properties.type?.const), String(properties.as?.const ?? properties.as?.enum?.at(-1))] as const] : [],
)

test.each(saidWhy)('a channel that says %s of an order, for its %s, leaves why in the record', async (type, as) => {
  const { params, body } = await product.exampleOf({ name: `order.${type}` } as NamedEndpoint)
  const { version: _, reason: code, ...rest } = body as { version: number; reason: string }
  const given: Example = { body: { ...rest, type, as, reason: code, note: 'Said as note' }, ...(params && { params }) }
  expect((await send(channelContract.orderEvent, given)).status).toBe(200)
  expect((await lastEntry()).reason).toBe(`${await inWords(code)}: Said as note`)
})

describe.each(writes.map((endpoint) => [endpoint.name, endpoint as NamedEndpoint] as const))('%s', (_name, endpoint) => {
  const example = () => product.exampleOf(endpoint)
  // One record for all that is looked at of one act: how it is refused, what it leaves, that it leaves no more when it is sent again.
  let made: Promise<Example> | undefined
  const shared = () => (made ??= example())
  let done: ReturnType<SweptProduct['carryOut']> | undefined
  const carriedOut = async () => (done ??= product.carryOut(endpoint, await shared()))
  // A person's tasks that wait are no more than may.
  const begins = endpoint.shape.alsoChanges?.includes('task')
  afterAll(() => (begins ? product.app.services.tasks.runDue() : undefined))

  test('leaves nothing when it is refused', async () => {
    // What takes no body may be done by it.
    const given = await (endpoint.shape.body ? shared() : example())
    const before = await traces()
    if (mediaTypesOf(endpoint.shape.body)) {
      expect((await send(endpoint, { ...given, body: Buffer.from('no such file') })).status).toBe(415)
      expect(await traces()).toEqual(before)
      return
    }
    const answer = await send(endpoint, { ...given, body: { ...(given.body as object | undefined), surprise: true } })
    if (endpoint.shape.body) {
      expect(answer.status).toBe(422)
      expect(answer.body.error.fields).toHaveProperty(['body.surprise'])
      expect(await traces()).toEqual(before)
    } else expect(answer.status).toBeLessThan(500)
  })

  test('leaves exactly one audit entry, by whoever did it, and one event', async () => {
    const given = await shared()
    const before = await traces()
    const since = await nextTransaction(product.app)
    const answer = await carriedOut()
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const written = await tablesWrittenSince(product.app, since)
    const after = await traces()
    // The request of it comes before, on its own.
    const entries = answer.approvedBy ? 1 + (await tiedEntries()) : endpoint.shape.changesSeveral ? await tiedEntries() : 1
    expect({ entries: after.entries - before.entries, changed: after.changed - before.changed }).toEqual({
      entries,
      changed: endpoint.shape.unheard ? 0 : entries,
    })
    const audited = await entitiesOfLast(entries)
    expect(unaudited(written, audited, entities), 'written, and of no entry: work.record, or a reason in companions.ts').toEqual([])
    const entry = await lastEntry()
    const caller = answer.approvedBy ?? product.callerOf(endpoint, given)
    if (caller) expect(entry.actor_id).toBe(caller.id)
    expect(entry.actor_name).not.toBe('')
    expect(entities, 'the kind of record that the entry and the event name').toContain(entry.entity)
    expect(entry.request_id).not.toBe('')
    expect(JSON.stringify([entry.old, entry.new])).not.toMatch(/argon2|a-good-long-password/)
    if (endpoint.shape.unheard) return
    const event = await product.app.database.db
      .selectFrom('event')
      .selectAll()
      .where('kind', '=', 'changed')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect([event.entity, event.entity_id, event.action, event.actor_name]).toEqual([
      entry.entity,
      entry.entity_id,
      entry.action,
      entry.actor_name,
    ])
  })

  test('is among what the record allows, and its history tells it', async () => {
    const given = await shared()
    const { body, approvedBy } = await carriedOut()
    const verb = endpoint.name.slice(endpoint.entity.length + 1)
    const makes = verb === 'create' || makers.includes(endpoint.name)
    if (!makes && 'allowed' in body) expect(body.allowed.map(({ action }: Allowed[number]) => action)).toContain(verb)
    const entry = await lastEntry(approvedBy && endpoint.entity)
    if (verb === 'remove' || !opened.has(entry.entity)) return
    const history = await product.app.call(`GET /history/${entry.entity}/${entry.entity_id}`, { as: seenBy(entry.entity, given) })
    expect(history.status, `the history of ${entry.entity}: is it among the subjects?`).toBe(200)
    expect(history.body.rows[0].action).toBe(entry.action)
  })

  // Each look at what is masked is in the record.
  if (endpoint.path.includes(':') && !endpoint.shape.unheard && !(endpoint.name in again))
    test('does nothing more when it is sent again as it was', async () => {
      const given = await shared()
      await carriedOut()
      const before = await traces()
      await send(endpoint, given)
      expect(await traces()).toEqual(before)
    })

  const asked = askedWhy(endpoint)
  if (asked.length > 0)
    test('keeps why in the record', async () => {
      const given = await example()
      const body: Record<string, unknown> = {
        ...Object.fromEntries(asked.map((key) => [key, `Said as ${key}`])),
        ...(given.body as object),
      }
      const answer = await product.carryOut(endpoint, { ...given, body })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      const { reason } = await lastEntry(answer.approvedBy && endpoint.entity)
      for (const key of asked) expect(reason ?? '', `the ${key} is not in the entry's reason`).toContain(await inWords(String(body[key])))
    })

  if (isRepeatable(endpoint))
    test('done twice with one key is done once', async () => {
      const given = await example()
      const headers = { 'idempotency-key': newId() }
      const first = await send(endpoint, given, headers)
      const before = await traces()
      const second = await send(endpoint, given, headers)
      // What another person has to approve is refused as often as it is sent: the key that counts is that of the request.
      if (first.body.error?.reason === 'needs-approval') {
        expect([second.status, second.body.error.reason]).toEqual([409, 'needs-approval'])
        expect(await traces()).toEqual(before)
        return
      }
      expect(second.status, JSON.stringify(second.body)).toBe(200)
      expect(second.body).toEqual(first.body)
      expect(second.headers['idempotent-replayed']).toBe('true')
      expect(await traces()).toEqual(before)
    })
})
