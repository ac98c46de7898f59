import { contract, newId, post } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'
import type { App } from '../http/handler.ts'
import { implement } from '../implement.ts'
import { columnsOf, type DatabaseError, refusalOfDatabaseError } from './sqlstate.ts'

// One statement per failure, as a bad value or a bad moment would raise it.
const statements = {
  NUL: sql`select ${'a\0b'}::text`,
  'NUL in jsonb': sql`select ${'"\\u0000"'}::jsonb`,
  'surrogate in jsonb': sql`select ${'"\\ud800"'}::jsonb`,
  'bad uuid': sql`select ${'x'}::uuid`,
  overflow: sql`select ${'99999999999'}::int`,
  '30 February': sql`select ${'2026-02-30'}::date`,
  'negative limit': sql`select 1 limit ${-1}`,
  unique: sql`insert into cuisine (id, name) values (${newId()}, 'Same'), (${newId()}, 'same')`,
  reference: sql`insert into store_location (id, area_id, name, lat, lng) values (${newId()}, ${newId()}, 'x', 0, 0)`,
  check: sql`insert into crate (id, code, name, size, capacity_grams, deposit_minor, currency) values (${newId()}, 'x', 'x', 'huge', 1, 0, 'INR')`,
  'serialization failure': sql`do $$ begin raise exception 'x' using errcode = 'serialization_failure'; end $$`,
  'too slow': sql`set local statement_timeout = 20; select pg_sleep(5)`,
  'connection ends': sql`select pg_terminate_backend(pg_backend_pid())`,
  'our own bug': sql`select no_such_column`,
}
type Cause = keyof typeof statements
const causes = Object.keys(statements) as [Cause, ...Cause[]]

const trialContract = contract('trial', {
  raise: post('/trials', {
    permission: 'setting.create',
    body: z.strictObject({ cause: z.enum(causes) }),
    response: z.strictObject({}),
    summary: 'Raises an error of the database',
  }),
})

function registerTrial(app: App): void {
  implement(app, trialContract, {
    raise: async ({ services }, { body }) => {
      if (body.cause === 'too slow') {
        await services.writable.transaction().execute(async (db) => {
          await sql`set local statement_timeout = 20`.execute(db)
          await sql`select pg_sleep(5)`.execute(db)
        })
      }
      await statements[body.cause].execute(services.writable)
      return {}
    },
  })
}

let app: TestApp
let caller: Caller
beforeAll(async () => {
  app = await testApp({ contracts: { trial: trialContract }, modules: [registerTrial] })
  caller = await app.addStaff({ permissions: ['setting.create'] })
})
afterAll(() => app.close())

describe('errors of the database', () => {
  const expected: [Cause, number, string][] = [
    ['NUL', 422, 'invalid-value'],
    ['NUL in jsonb', 422, 'invalid-value'],
    ['surrogate in jsonb', 422, 'invalid-value'],
    ['bad uuid', 422, 'invalid-value'],
    ['overflow', 422, 'invalid-value'],
    ['30 February', 422, 'invalid-value'],
    ['negative limit', 422, 'invalid-value'],
    ['unique', 409, 'already-exists'],
    ['reference', 422, 'reference-not-found'],
    ['check', 422, 'rule-violated'],
    ['serialization failure', 503, 'busy'],
    ['too slow', 503, 'took-too-long'],
    ['our own bug', 500, 'internal'],
    ['connection ends', 503, 'database-unavailable'],
  ]

  it.each(expected)('%s is %i %s', async (cause, status, reason) => {
    const { body, headers, ...answer } = await app.call('POST /trials', { as: caller, body: { cause } })
    expect([answer.status, body.error.reason]).toEqual([status, reason])
    expect(JSON.stringify(body)).not.toMatch(/select|insert|relation|column/)
    expect('retry-after' in headers).toBe(status === 503)
  })

  it('counts what validation should have stopped', async () => {
    const before = await gaps()
    await app.call('POST /trials', { as: caller, body: { cause: '30 February' } })
    await app.call('POST /trials', { as: caller, body: { cause: 'unique' } })
    expect((await gaps()) - before).toBe(1)
  })

  it.each([
    ['Key (name)=(x) already exists.', ['name']],
    ['Key (vertical, lower(name))=(cakes, x) already exists.', ['vertical', 'name']],
    ['Key (lower(email::text))=(x) already exists.', ['email']],
    ['Key (lower(NORMALIZE(name, NFKC) COLLATE pg_unicode_fast))=(x) already exists.', ['name']],
    ['Key (store_id, lower(NORMALIZE(text, NFKC) COLLATE pg_unicode_fast))=(1, x) already exists.', ['store_id', 'text']],
    ['Key (lower((note)::character varying COLLATE "C"))=(x) already exists.', ['note']],
    ['Key (branch_id, name)=(1, a)=(b) already exists.', ['branch_id', 'name']],
    ['nothing of the kind', []],
  ])('names the columns of %s', (detail, columns) => {
    expect(columnsOf(Object.assign(new Error('x'), { code: '23505', detail }) as DatabaseError)).toEqual(columns)
  })

  it.each(['ECONNREFUSED', 'ECONNRESET', 'ENOENT'])('takes %s of the connection for the database being away', (code) => {
    expect(refusalOfDatabaseError(Object.assign(new Error('connect'), { code }))?.kind).toBe('unavailable')
  })

  it('takes a missing file for a bug of ours', () => {
    expect(refusalOfDatabaseError(Object.assign(new Error('open'), { code: 'ENOENT', path: '/x' }))).toBeNull()
  })
})

async function gaps(): Promise<number> {
  const { payload } = await app.fastify.inject('/metrics')
  return [...payload.matchAll(/^larder_validation_gaps_total\{.*\} (\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0)
}
