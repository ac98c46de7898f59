import { type ChannelKind, type ChannelReach, type ChannelScope, newId, type Permission } from '@larder/contract'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { pino } from 'pino'
import type { Scope } from '#kit/actor.ts'
import { type AppOptions, buildApp } from '../src/app.ts'
import type { Config } from '../src/config.ts'
import { newToken } from '../src/kit/access/sessions.ts'
import { type Clock, systemClock } from '../src/kit/clock.ts'
import type { Services } from '../src/kit/context.ts'
import { createServices, startServices, stopServices } from '../src/kit/services.ts'
import { gatewaySecret } from './gateway-signature.ts'
import { type TestDatabase, testDatabase } from './test-database.ts'

export const testConfig: Config = {
  port: 0,
  host: '127.0.0.1',
  dataDir: '/nonexistent',
  databaseUrl: null,
  databaseReplicaUrl: null,
  shareDatabase: false,
  demo: false,
  demoOrders: 0,
  simulator: false,
  secretKey: 'a-secret-of-the-tests-that-guards-nothing',
  previousSecretKeys: [],
  auditSeals: null,
  requestsPerMinute: 1_000_000,
  trustProxy: [],
  metricsToken: null,
  mail: null,
  gateway: { name: 'simulated', url: 'http://127.0.0.1:9', secret: gatewaySecret },
  publicUrl: 'https://larder.test',
  logFile: null,
  logLevel: 'silent',
}

export interface TestAppOptions extends AppOptions {
  clock?: Clock
  log?: FastifyBaseLogger
  config?: Partial<Config>
  /** Number events and tell sockets while the test runs; off unless a test needs it. */
  live?: boolean
}

/** Who a test acts as; everything that is left out is the smallest possible. */
export interface TestStaff {
  permissions?: Permission[]
  isAdmin?: boolean
  scope?: Scope
  limits?: Partial<Record<Permission, number>>
  name?: string
}

export interface Caller {
  id: string
  /** Session token or channel key. */
  token: string
}

/** What a key speaks for. */
export interface TestReach {
  kind: ChannelReach
  ids: readonly string[]
}

interface Call {
  as?: Caller
  body?: unknown
  headers?: Record<string, string>
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
type Body = any

export interface Answer {
  status: number
  body: Body
  headers: Record<string, unknown>
}

export interface TestApp {
  database: TestDatabase
  services: Services
  fastify: FastifyInstance
  addStaff(staff?: TestStaff): Promise<Caller>
  addChannel(scopes: readonly ChannelScope[], kind?: ChannelKind, reach?: TestReach): Promise<Caller>
  /** `call('POST /cuisines', { as, body })`: the path below `/api`, straight into the server. */
  call(address: string, call?: Call): Promise<Answer>
  close(): Promise<void>
}

/** The API on a database of its own. Answers are read against their schemas. Call `close` in `afterAll`. */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = await testDatabase()
  const services = createServices({
    config: { ...testConfig, ...options.config },
    databaseUrl: database.url,
    writable: database.db,
    db: database.reads,
    clock: options.clock ?? systemClock,
    log: options.log ?? pino({ level: 'silent' }),
  })
  if (options.live) await startServices(services)
  const fastify = await buildApp(services, { checkResponses: true, shedsLoad: false, ...options })
  return {
    database,
    services,
    fastify,
    addStaff: (staff = {}) => addStaff(database, staff),
    addChannel: (scopes, kind, reach) => addChannel(database, scopes, kind, reach),
    call: (address, call = {}) => callApp(fastify, address, call),
    close: async () => {
      await fastify.close()
      if (options.live) await stopServices(services)
      await database.drop()
    },
  }
}

/** A member of staff with a session, in any database of the product. */
export async function addStaff({ db }: Pick<TestDatabase, 'db'>, staff: TestStaff): Promise<Caller> {
  const { permissions = [], isAdmin = false, scope = { kind: 'all' }, limits = {}, name = 'Test Person' } = staff
  const id = newId()
  const roleId = newId()
  const { token, hash } = newToken()
  await db
    .insertInto('role')
    .values({ id: roleId, key: `role-${roleId}`, name: `Role of ${name}`, is_admin: isAdmin })
    .execute()
  const grants = permissions.map((permission) => ({ role_id: roleId, permission, limit_minor: limits[permission] ?? null }))
  if (grants.length > 0) await db.insertInto('role_grant').values(grants).execute()
  const scopeIds = scope.kind === 'all' ? [] : [...scope.ids]
  const person = {
    id,
    email: `${id}@larder.test`,
    name,
    role_id: roleId,
    scope_kind: scope.kind,
    scope_ids: scopeIds,
    password_hash: 'none',
  }
  await db.insertInto('staff').values(person).execute()
  const expires = new Date(Date.now() + 3_600_000).toISOString()
  await db
    .insertInto('session')
    // A sweep may last longer than a proof does.
    .values({ id: newId(), token_hash: hash, staff_id: id, idle_expires_at: expires, expires_at: expires, proved_at: expires })
    .execute()
  return { id, token }
}

/** A channel key with these scopes, for what comes in by it unless it says more. */
export async function addChannel(
  { db }: Pick<TestDatabase, 'db'>,
  scopes: readonly ChannelScope[],
  kind: ChannelKind = 'simulator',
  { kind: reach, ids }: TestReach = { kind: 'own', ids: [] },
): Promise<Caller> {
  const id = newId()
  const { token, hash } = newToken()
  const facts = { id, name: 'Test channel', kind, scopes: [...scopes], reach, place_ids: [...ids] }
  await db
    .insertInto('channel_key')
    .values({ ...facts, key_hash: hash })
    .execute()
  return { id, token }
}

async function callApp(fastify: FastifyInstance, address: string, { as, body, headers = {} }: Call): Promise<Answer> {
  const [method = 'GET', path = '/'] = address.split(' ')
  const answer = await fastify.inject({
    method: method as 'GET',
    url: `/api${path}`,
    headers: { ...(as ? { 'x-api-key': as.token, authorization: `Bearer ${as.token}` } : {}), ...headers },
    ...(body === undefined ? {} : { payload: body as object }),
  })
  const isJson = answer.body !== '' && String(answer.headers['content-type']).includes('json')
  return { status: answer.statusCode, body: isJson ? answer.json() : answer.body, headers: answer.headers }
}
