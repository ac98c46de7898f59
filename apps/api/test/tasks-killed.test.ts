import { exportTypes } from '@larder/contract'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiProcess, askProcess, startApiProcess } from './api-process.ts'
import { addArea, addBranch, addStore } from './factories.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'
import { addStaff, type Caller } from './test-app.ts'
import { type TestDatabase, testDatabase } from './test-database.ts'

const patience = { timeout: 120_000, interval: 10 }
const folder = makeTemporaryFolder()
let database: TestDatabase
let api: ApiProcess
let admin: Caller

beforeAll(async () => {
  database = await testDatabase()
  admin = await addStaff(database, { isAdmin: true })
  api = startApiProcess(folder.path, { DATABASE_URL: database.url })
  await api.ready
})

afterAll(async () => {
  api.child.kill('SIGKILL')
  await api.ended
  await database.drop()
  folder.remove()
})

/** The process is gone without a word, and another one starts. */
async function killApi(): Promise<void> {
  api.child.kill('SIGKILL')
  await api.ended
  api = startApiProcess(folder.path, { DATABASE_URL: database.url })
  await api.ready
}

/** Every connection that the product has breaks at once. */
async function cutDatabase(): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'larder%'`.execute(database.db)
}

async function begin(path: string, body: object): Promise<string> {
  const answer = await askProcess(api, `POST ${path}`, { as: admin, body })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  return answer.body.id
}

const taskOf = (id: string) => database.db.selectFrom('task').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Breaks what runs, each time once it has done something more. */
async function breakOften(id: string, breaks: readonly (() => Promise<void>)[]): Promise<void> {
  let before = 0
  for (const breakNow of breaks) {
    await expect.poll(async () => (await taskOf(id)).done, patience).toBeGreaterThan(before)
    const { status, done } = await taskOf(id)
    expect(status, 'it ran on when it was broken').toBe('running')
    before = breakNow === cutDatabase ? done : 0
    await breakNow()
  }
}

test('an export that is killed again and again is whole in the end, and nothing of it is served before', async () => {
  const rows = 60_000
  for (let from = 1; from < rows; from += 10_000)
    await sql`insert into customer (id, name, search, phone)
      select uuidv7(), 'Customer ' || n, 'customer ' || n, '+9198' || lpad(n::text, 8, '0')
      from generate_series(${sql.lit(from)}, ${sql.lit(from + 9999)}) as n`.execute(database.db)
  const id = await begin('/customers/export', { format: 'csv', query: {} })
  await breakOften(id, [
    killApi,
    async () => {
      expect((await askProcess(api, `GET /tasks/${id}/file`, { as: admin })).status).toBe(404)
      await killApi()
    },
    cutDatabase,
  ])
  await expect.poll(async () => (await taskOf(id)).status, patience).toBe('done')
  const answer = await fetch(`${await api.ready}/api/tasks/${id}/file`, { headers: { 'x-api-key': admin.token } })
  const file = Buffer.from(await answer.arrayBuffer())
  expect(Number(answer.headers.get('content-length'))).toBe(file.length)
  const [head = [], ...told] = parse(file, { bom: true }) as string[][]
  const ids = new Set(told.map((row) => row[head.indexOf('ID')]))
  expect([told.length, ids.size]).toEqual([rows, rows])
})

test('an act over many that is killed goes on where it was, and does no row twice', async () => {
  const branch = await addBranch(database.db)
  const area = await addArea(database.db, branch)
  const stores = await Promise.all(Array.from({ length: 200 }, () => addStore(database.db, { branch, area })))
  const id = await begin('/stores/open-mode', { query: { areaId: area.id }, act: { mode: 'paused', until: null } })
  await breakOften(id, [killApi, cutDatabase, killApi])
  await expect.poll(async () => (await taskOf(id)).status, patience).toBe('done')
  const { rows } = await sql<{ entries: number; stores: number }>`
    select count(*)::int as entries, count(distinct entity_id)::int as stores from audit_entry
    where entity = 'store' and action = 'setOpenMode' and request_id = ${`task-${id}`}`.execute(database.db)
  expect(rows).toEqual([{ entries: stores.length, stores: stores.length }])
  const outcomes = await database.db
    .selectFrom('task_row')
    .select(({ fn }) => ['outcome', fn.countAll<number>().as('rows')])
    .where('task_id', '=', id)
    .groupBy('outcome')
    .execute()
  expect(outcomes).toEqual([{ outcome: 'done', rows: stores.length }])
  const paused = await database.db.selectFrom('store').select(['open_mode', 'version']).where('area_id', '=', area.id).execute()
  expect(new Set(paused.map(({ open_mode, version }) => `${open_mode} ${version}`))).toEqual(new Set(['paused 2']))
})

test('an import that is killed goes on where it was, and does no row twice', async () => {
  // Enough that it still runs when a busy machine comes to look for the third time.
  const each = 400
  const changed = Array.from({ length: each }, (_, at) => `OLD-${at}`)
  const added = Array.from({ length: each }, (_, at) => `NEW-${at}`)
  const fileOf = (codes: readonly string[], stock: number) =>
    `Code,Name,Size,Capacity (g),Deposit,Stock,Active\n${codes.map((code) => `${code},Crate,Large,1000,10,${stock},Yes\n`).join('')}`
  const beginImport = async (file: string) => {
    const headers = { 'x-api-key': admin.token, 'content-type': exportTypes.csv }
    const answer = await fetch(`${await api.ready}/api/crates/import`, { method: 'POST', headers, body: file })
    expect(answer.status).toBe(200)
    return ((await answer.json()) as { id: string }).id
  }
  const first = await beginImport(fileOf(changed, 1))
  await expect.poll(async () => (await taskOf(first)).status, patience).toBe('done')
  const id = await beginImport(fileOf([...changed, ...added], 2))
  await breakOften(id, [killApi, cutDatabase, killApi])
  await expect.poll(async () => (await taskOf(id)).status, patience).toBe('done')
  const { rows } = await sql<{ action: string; entries: number; crates: number }>`
    select action, count(*)::int as entries, count(distinct entity_id)::int as crates from audit_entry
    where entity = 'crate' and request_id = ${`task-${id}`} group by action order by action`.execute(database.db)
  expect(rows).toEqual([
    { action: 'create', entries: each, crates: each },
    { action: 'update', entries: each, crates: each },
  ])
  const crates = await database.db.selectFrom('crate').select(['stock', 'version']).execute()
  expect(Map.groupBy(crates, ({ stock, version }) => `${stock} ${version}`).size).toBe(2)
  expect(crates).toHaveLength(2 * each)
  const left = await sql`select from task_row where task_id = ${id} and (outcome is distinct from 'done' or input is not null)`.execute(
    database.db,
  )
  expect(left.rows).toEqual([])
})
