import { contract, newId, post } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'
import { refuse } from '../errors.ts'
import { implement } from '../implement.ts'
import { unitOfWork } from '../unit-of-work.ts'
import type { App } from './handler.ts'

const Body = z.strictObject({ name: z.string(), sort: z.optional(z.int()) })
const Answer = z.strictObject({ id: z.string(), name: z.string() })
const kitchenContract = contract('kitchen', {
  add: post('/kitchens', { permission: 'setting.create', body: Body, response: Answer, summary: 'Add' }),
  addOther: post('/other-kitchens', { permission: 'setting.create', body: Body, response: Answer, summary: 'Add elsewhere' }),
  once: post('/kitchens/once', { permission: 'setting.create', body: Body, response: Answer, summary: 'Only one may exist' }),
  forget: post('/kitchens/forget', {
    permission: 'setting.create',
    body: Body,
    response: Answer,
    unaudited: true,
    summary: 'Kept nowhere',
  }),
})

let runs = 0

function registerKitchens(app: App): void {
  const add = (ctx: Parameters<typeof unitOfWork>[0], body: { name: string }, isOnly: boolean) =>
    unitOfWork(ctx, async (work) => {
      const id = newId()
      if (isOnly) {
        await work.db.selectFrom('branch').select('id').forUpdate().execute()
        const others = await work.db.selectFrom('cuisine').select('id').where('name', 'like', `${body.name} %`).execute()
        if (others.length > 0) refuse('already-exists', 'There is one already.')
      }
      await work.db
        .insertInto('cuisine')
        .values({ id, name: `${body.name} ${id}` })
        .execute()
      work.record({
        entity: 'cuisine',
        id,
        version: 1,
        action: 'create',
        old: null,
        new: body,
        permission: 'setting.view',
        branchId: null,
        storeId: null,
      })
      return { id, name: body.name }
    })
  implement(app, kitchenContract, {
    add: (ctx, { body }) => {
      runs++
      return add(ctx, body, false)
    },
    addOther: (ctx, { body }) => add(ctx, body, false),
    once: (ctx, { body }) => add(ctx, body, true),
    forget: (ctx, { body }) => add(ctx, body, false),
  })
}

let app: TestApp
let cook: Caller

beforeAll(async () => {
  app = await testApp({ contracts: { kitchen: kitchenContract }, modules: [registerKitchens] })
  cook = await app.addStaff({ permissions: ['setting.create'] })
  const branch = { id: newId(), code: 'AB', name: 'A', partner_name: 'P', time_zone: 'Asia/Kolkata', currency: 'INR' }
  await app.database.db.insertInto('branch').values(branch).execute()
})
afterAll(() => app.close())

const send = (key: string | undefined, body: unknown, path = '/kitchens', as = cook) =>
  app.call(`POST ${path}`, { as, body, headers: key === undefined ? {} : { 'idempotency-key': key } })

async function countOf(name: string): Promise<number> {
  const rows = await app.database.db.selectFrom('cuisine').select('id').where('name', 'like', `${name} %`).execute()
  return rows.length
}

describe('idempotency key', () => {
  it('gives the first answer again, marked, whatever the order of the body', async () => {
    const first = await send('key-1', { name: 'Bengali', sort: 1 })
    const second = await send('key-1', { sort: 1, name: 'Bengali' })
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([200, undefined])
    expect([second.status, second.headers['idempotent-replayed']]).toEqual([200, 'true'])
    expect(second.body).toEqual(first.body)
    expect(runs).toBe(1)
    expect(await countOf('Bengali')).toBe(1)
  })

  it('refuses another body or endpoint under the same key', async () => {
    await send('key-2', { name: 'Goan' })
    for (const [body, path] of [
      [{ name: 'Goan', sort: 2 }, '/kitchens'],
      [{ name: 'Goan' }, '/other-kitchens'],
    ] as const) {
      const { status, body: answer } = await send('key-2', body, path)
      expect([status, answer.error.reason]).toEqual([422, 'idempotency-key-reused'])
    }
    expect(await countOf('Goan')).toBe(1)
  })

  it('belongs to one caller', async () => {
    const other = await app.addStaff({ permissions: ['setting.create'] })
    await send('key-3', { name: 'Awadhi' })
    await send('key-3', { name: 'Awadhi' }, '/kitchens', other)
    expect(await countOf('Awadhi')).toBe(2)
  })

  it.each(['/kitchens', '/kitchens/once'])('has one effect for a hundred equal requests at once (%s)', async (path) => {
    const name = `Parsi${path.length}`
    const answers = await Promise.all(Array.from({ length: 100 }, () => send(`key-4 ${path}`.replace(' ', '-'), { name }, path)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await countOf(name)).toBe(1)
    const { rows } = {
      rows: await app.database.db.selectFrom('audit_entry').select('id').where('entity_id', '=', answers[0]?.body.id).execute(),
    }
    expect(rows).toHaveLength(1)
  })

  it('keeps no refusal: after it the same key may succeed', async () => {
    expect((await send('key-5', { name: 'Sindhi' }, '/kitchens/once')).status).toBe(200)
    expect((await send('key-6', { name: 'Sindhi' }, '/kitchens/once')).body.error.reason).toBe('already-exists')
    await app.database.db.deleteFrom('cuisine').where('name', 'like', 'Sindhi %').execute()
    expect((await send('key-6', { name: 'Sindhi' }, '/kitchens/once')).status).toBe(200)
  })

  it('must be 1 to 200 visible characters', async () => {
    for (const key of ['', 'a b', 'ü', 'x'.repeat(201)]) expect([key, (await send(key, { name: 'Keyless' })).status]).toEqual([key, 422])
    expect((await send('x'.repeat(200), { name: 'Long key' })).status).toBe(200)
    expect(await countOf('Keyless')).toBe(0)
  })

  it('stores no answer of an endpoint that is no fact of the record', async () => {
    await send('key-7', { name: 'Secret' }, '/kitchens/forget')
    const stored = await app.database.db.selectFrom('idempotency_key').select('key').where('key', '=', 'key-7').execute()
    expect(stored).toEqual([])
  })
})

describe('an answer that is kept', () => {
  const key = 'key-kept'
  const change = async (person: Caller, how: ReturnType<typeof sql>) => {
    await how.execute(app.database.db)
    app.services.access.forget({ about: 'staff', id: person.id })
  }

  it('is told to nobody who may no longer ask, and to nobody else', async () => {
    const helper = await app.addStaff({ permissions: ['setting.create'] })
    const other = await app.addStaff({ permissions: ['setting.create'] })
    const first = await send(key, { name: 'Attic' }, '/kitchens', helper)
    expect(first.status).toBe(200)
    expect((await send(key, { name: 'Attic' }, '/kitchens', helper)).body).toEqual(first.body)
    expect((await send(key, { name: 'Attic' }, '/kitchens', other)).body.id).not.toBe(first.body.id)
    await change(helper, sql`delete from role_grant where role_id = (select role_id from staff where id = ${helper.id})`)
    const later = await send(key, { name: 'Attic' }, '/kitchens', helper)
    expect([later.status, later.body.error.kind, JSON.stringify(later.body)]).toEqual([
      401,
      'not-permitted',
      expect.not.stringContaining(first.body.id),
    ])
    await change(helper, sql`update session set revoked_at = now() where staff_id = ${helper.id}`)
    const last = await send(key, { name: 'Attic' }, '/kitchens', helper)
    expect([last.status, last.body.error.kind, JSON.stringify(last.body)]).toEqual([
      403,
      'session-over',
      expect.not.stringContaining(first.body.id),
    ])
  })
})
