import type { AddressInfo } from 'node:net'
import { type Changed, eventContract, type NamedEndpoint, newId, permissions } from '@larder/contract'
import { sql } from 'kysely'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { addStore } from '../factories.ts'
import type { Caller, TestApp } from '../test-app.ts'
import { sends, writes } from './examples.ts'
import { endpoints, lists, type SweptProduct, staffReads, sweptProduct, timeless } from './swept-product.ts'

/** What belongs to no branch and no store, with the reason; everything else is its branch's or its store's alone. */
const everybodys: Readonly<Record<string, string>> = {
  approval: 'of whoever asks and of those who may approve it, where its record is',
  'audit-verdict': 'of the whole record, and of none of its entries',
  'category-type': 'customers browse the whole installation by it',
  crate: 'crates go round between all stores',
  cuisine: 'customers browse the whole installation by it',
  document: 'a file of whoever keeps it, which only a record that names it gives out',
  draft: 'of a person, not of a place, and nobody else ever has it',
  file: "a picture of a lookup that is everybody's",
  macro: 'said on tickets of the whole installation',
  'order-reason': 'orders of the whole installation end for it',
  'order-status': 'orders of the whole installation stand in it',
  passkey: 'of a person, not of a place',
  permission: 'the permissions of the product, with its roles',
  role: 'roles are those of the whole installation',
  'saved-view': 'of a person, not of a place; shared with everyone or with nobody',
  'second-factor': 'of a person, not of a place',
  segment: 'a rule by which customers are cut, kept for the whole installation; whom it finds is cut to what one reaches',
  session: 'of a person, not of a place',
  setting: 'holds for the whole installation',
  'tax-profile': 'taxes are those of the whole installation',
  setup: 'tells what the whole installation lacks, to those who change its settings',
  task: 'of a person, not of a place; what it reads and does is cut to what they reach',
  audit: 'asks the record itself, of which it is',
  system: 'tells of no record',
  'view-as': 'of a session, not of a place',
  alert: 'told by the rooms, as events are',
  event: 'told by the rooms, which the socket below is of',
}

/** What the customers' apps tell that names no place. */
const placeless = ['device']
const isEverybodys = ({ entity }: { entity: string }) => entity in everybodys || placeless.includes(entity)

/** What answers for each record by itself: those of others are not there, and nothing is told of them. */
const oneByOne: ReadonlySet<string> = new Set(['item.write'])

interface Neighbour {
  caller: Caller
  /** What is theirs of all that is there. */
  own: ReadonlySet<string>
  heard: { changed: Changed[]; others: unknown[] }
  /** What they were told before anything happened next door. */
  before: Map<string, unknown>
}

/** What begins a task is open to everybody with the permission: the task is cut to what they reach. */
const isTask = ({ shape }: NamedEndpoint) => Boolean(shape.exports ?? shape.imports ?? shape.overMany)
const isScoped = ({ entity }: NamedEndpoint) => !(entity in everybodys)
const scopedLists = lists.filter(isScoped)
const byId = staffReads.filter((endpoint) => isScoped(endpoint) && endpoint.path.includes(':id'))
const plainReads = staffReads.filter((endpoint) => isScoped(endpoint) && !endpoint.path.includes(':'))
const staffWrites = writes.filter(({ shape }) => shape.permission !== 'public' && !shape.permission.startsWith('channel:'))

let product: SweptProduct
let neighbours: Record<'partner' | 'officer', Neighbour>
let told: Neighbour['heard']
const sockets: Socket[] = []
/** The ids of every kind of record that is there, as an admin is told. */
const there = new Map<string, Set<string>>()

beforeAll(async () => {
  product = await sweptProduct({ live: true })
  const { app, admin } = product
  await app.fastify.listen({ host: '127.0.0.1', port: 0 })
  const [home] = (await app.call('GET /branches', { as: admin })).body.rows
  const [elsewhere, nextDoor] = [await addStore(app.database.db), await addStore(app.database.db, { branch: await branchOf(home.id) })]
  const partner = await neighbourOf('branch', elsewhere.branch_id, [elsewhere.branch_id, elsewhere.area_id, elsewhere.id])
  const officer = await neighbourOf('store', nextDoor.id, [nextDoor.branch_id, nextDoor.area_id, nextDoor.id])
  neighbours = { partner, officer }
  told = await listen(admin)
  for (const endpoint of sends.filter(isScoped)) {
    const example = await product.exampleOf(endpoint)
    const { status, body } = await product.carryOut(endpoint, example)
    expect([endpoint.name, status, body.error]).toEqual([endpoint.name, 200, undefined])
    if (endpoint.entity !== 'channel') note(endpoint.entity, example.params?.id)
    // Its paper is asked for by the id that the answer gives it.
    if (endpoint.name === 'order.print') note('order-print', body.id)
  }
  for (const list of lists) for (const { id } of (await product.read(list, admin, { limit: '100' })).body.rows) note(list.entity, id)
})
afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  await product.app.close()
})

function note(entity: string, id: string | undefined): void {
  if (id) there.set(entity, (there.get(entity) ?? new Set()).add(id))
}

function branchOf(id: string) {
  return product.app.database.db.selectFrom('branch').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Somebody who may do everything there is to do, in one place. */
async function neighbourOf(kind: 'branch' | 'store', id: string, own: string[]): Promise<Neighbour> {
  const caller = await product.app.addStaff({ permissions: [...permissions], scope: { kind, ids: [id] } })
  const before = await toldOf(caller)
  return { caller, own: new Set([...own, caller.id]), heard: await listen(caller), before }
}

/** All that a person is told without naming a record; what the clock alone changes is left out. */
async function toldOf(as: Caller): Promise<Map<string, unknown>> {
  const answers = new Map<string, unknown>()
  for (const endpoint of plainReads) {
    const { status, body } = await product.read(endpoint, as)
    expect([endpoint.name, status]).toEqual([endpoint.name, 200])
    answers.set(endpoint.name, timeless(body))
  }
  return answers
}

async function listen({ token }: Caller): Promise<Neighbour['heard']> {
  const { port } = product.app.fastify.server.address() as AddressInfo
  const socket = io(`http://127.0.0.1:${port}`, { auth: { token }, transports: ['websocket'], forceNew: true })
  sockets.push(socket)
  const heard: Neighbour['heard'] = { changed: [], others: [] }
  socket.on('changed', (events: Changed[]) => heard.changed.push(...events))
  for (const event of ['message', 'orderNot_1', 'riderMoved']) socket.on(event, (content) => heard.others.push([event, content]))
  await new Promise((resolve) => socket.once('welcome', resolve))
  return heard
}

/** All that an answer tells: what there is elsewhere is told as what there is nowhere. */
function answerOf({ status, body }: Awaited<ReturnType<TestApp['call']>>) {
  const { requestId: _, ...error } = body.error ?? {}
  return { status, error }
}

/** The ids of a kind of record that are not the neighbour's. */
const foreign = ({ own }: Neighbour, entity: string) => [...(there.get(entity) ?? [])].filter((id) => !own.has(id))

test("what is said to be everybody's is an entity of the contract", () => {
  expect(Object.keys(everybodys).filter((entity) => !endpoints.some((endpoint) => endpoint.entity === entity))).toEqual([])
})

describe.each(['partner', 'officer'] as const)('the %s next door', (who) => {
  test.each(scopedLists.map((list) => [list.name, list] as const))(
    'has no row of others in %s, however it is asked',
    async (_name, list) => {
      const { caller, own } = neighbours[who]
      const rows: { id: string }[] = (await product.read(list, product.admin, { limit: '100' })).body.rows
      const others = rows.filter(({ id }) => !own.has(id))
      expect(others, 'an example leaves a row of it').not.toEqual([])
      const words = Object.values(others[0] ?? {}).filter((value) => typeof value === 'string')
      for (const query of [{}, ...words.map((q) => ({ q: q.slice(0, 100) }))]) {
        const { body } = await product.read(list, caller, { limit: '100', count: 'true', ...query })
        expect([query, body.rows.filter(({ id }: { id: string }) => !own.has(id))]).toEqual([query, []])
        expect([query, body.total.value]).toEqual([query, body.rows.length])
      }
    },
  )

  test.each(byId.map((read) => [read.name, read] as const))('finds nothing of others by %s', async (_name, read) => {
    const ids = foreign(neighbours[who], read.entity)
    expect(ids, 'an example leaves a record of it').not.toEqual([])
    const readOne = async (id: string) =>
      answerOf(await product.app.call(`GET ${read.path.replace(':id', id).replace(/:\w+$/, '1')}`, { as: neighbours[who].caller }))
    const nothing = await readOne(/^\d+$/.test(ids[0] ?? '') ? '999999999' : newId())
    expect([nothing.status, nothing.error.kind]).toEqual([404, 'not-found'])
    for (const id of ids) expect([id, await readOne(id)]).toEqual([id, nothing])
  })

  test('is told no history of others', async () => {
    for (const entity of there.keys()) {
      if (entity in everybodys) continue
      for (const id of foreign(neighbours[who], entity)) {
        const { status } = await product.app.call(`GET /history/${entity}/${id}`, { as: neighbours[who].caller })
        expect([entity, id, status]).toEqual([entity, id, 404])
      }
    }
  })

  test('is told the same of everything as before anything happened here', async () => {
    const now = await toldOf(neighbours[who].caller)
    for (const [name, answer] of neighbours[who].before) expect([name, now.get(name)]).toEqual([name, answer])
    const ids = [...there].filter(([entity]) => !(entity in everybodys)).flatMap(([entity]) => foreign(neighbours[who], entity))
    const text = JSON.stringify([...now.values()])
    expect(ids.filter((id) => text.includes(`"${id}"`))).toEqual([])
  })

  test.each(staffWrites.filter((write) => isScoped(write) && !isTask(write)).map((write) => [write.name, write] as const))(
    'cannot %s here, and leaves nothing',
    async (_name, write) => {
      const example = await product.exampleOf(write)
      const before = await entries()
      const isOfOne = write.path.includes(':id')
      const answer = await product.send(write, example, neighbours[who].caller)
      const { status, body } = answer
      if (oneByOne.has(write.name)) expect([status, body.items.filter(({ item }: { item: unknown }) => item !== null)]).toEqual([200, []])
      else expect([status, body.error?.message], JSON.stringify(body)).toEqual([isOfOne ? 404 : 422, expect.any(String)])
      const ofNothing = { ...example, params: { ...example.params, id: newId() } }
      if (isOfOne) expect(answerOf(answer)).toEqual(answerOf(await product.send(write, ofNothing, neighbours[who].caller)))
      expect(await entries()).toBe(before)
    },
  )

  test("hears of nothing that happens here but of what is everybody's", async () => {
    const { changed, others } = neighbours[who].heard
    await vi.waitFor(async () => expect(told.changed.length).toBe(await changes()), { timeout: 5000 })
    expect(others).toEqual([])
    const isForeign = (event: Changed) => !isEverybodys(event) && !neighbours[who].own.has(event.id)
    expect(changed.filter(isForeign)).toEqual([])
    const missed = await product.app.call(`GET ${eventContract.missed.path}?after=0`, { as: neighbours[who].caller })
    expect(missed.body.changed.filter(isForeign)).toEqual([])
    expect([missed.body.notifications, missed.body.messages]).toEqual([[], []])
  })

  test.each(staffWrites.filter(({ shape }) => shape.exports).map((write) => [write.name, write] as const))(
    'has no row of others in the file of %s',
    async (_name, write) => {
      const { caller, own } = neighbours[who]
      const { app } = product
      const begun = await app.call(`POST ${write.path}`, { as: caller, body: { format: 'csv', query: {} } })
      expect([begun.status, begun.body.error]).toEqual([200, undefined])
      await app.services.tasks.runDue()
      const { status, body } = await app.call(`GET /tasks/${begun.body.id}/file`, { as: caller })
      expect(status, JSON.stringify(body)).toBe(200)
      const others = [...(there.get(write.entity) ?? [])].filter((id) => !own.has(id))
      const told = others.filter((id) => body.includes(id))
      expect(told).toEqual(isScoped(write) ? [] : others)
      expect((await app.call(`GET /tasks/${begun.body.id}/file`, { as: product.admin })).status).toBe(404)
    },
    // The first does whatever tasks were begun before it, the reading of menus among them.
    180_000,
  )
})

test('an admin has heard of every kind of record here that an example changes', () => {
  const heard = new Set(told.changed.map(({ entity }) => entity))
  const isHeard = (write: NamedEndpoint) => isScoped(write) && !isTask(write) && !write.shape.unheard
  const changed = new Set(staffWrites.filter(isHeard).map(({ entity }) => entity))
  expect([...changed].filter((entity) => !heard.has(entity))).toEqual([])
  expect(told.others.length).toBeGreaterThan(0)
})

/** How many changes there were of which the admin hears. */
async function changes(): Promise<number> {
  const { rows } = await sql<{
    changes: number
  }>`select count(*)::int as changes from event where kind = 'changed' and coalesce(staff_id = ${product.admin.id}, true)`.execute(
    product.app.database.db,
  )
  return rows[0]?.changes ?? 0
}

async function entries(): Promise<number> {
  const { rows } = await sql<{ entries: number }>`select count(*)::int as entries from audit_entry`.execute(product.app.database.db)
  return rows[0]?.entries ?? 0
}
