import { newId } from '@larder/contract'
import { type Kysely, sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createDatabase, createPool } from '#db/database.ts'
import type { DB } from '#db/schema.gen.ts'
import { type TestDatabase, testDatabase } from '../../../test/test-database.ts'
import type { Outbox } from '../context.ts'
import { createPubSub } from '../live/pub-sub.ts'
import { createOutbox } from './outbox.ts'
import type { SequencedEvent } from './outbox-sequence.ts'

const log = pino({ level: 'silent' })
let database: TestDatabase
const running: (() => Promise<void>)[] = []

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  for (const stop of running) await stop()
  await database.drop()
})

function writeEvent(db: Kysely<DB>, id = newId()): Promise<unknown> {
  const row = {
    entity: 'crate',
    entity_id: id,
    version: 1,
    action: 'create',
    actor_name: 'Asha',
    permission: 'setting.view',
    kind: 'changed',
  }
  return db.insertInto('event').values(row).execute()
}

/** An outbox as one process of the installation has it, with all that it has handed on. */
async function startProcess(deaf = false): Promise<{ outbox: Outbox; heard: SequencedEvent[] }> {
  const heard: SequencedEvent[] = []
  const db = createDatabase(createPool(database.url, { applicationName: 'process', max: 4 }))
  const pubSub = createPubSub(database.url, log)
  const outbox = createOutbox({ db, pubSub, log, deliver: (events) => heard.push(...events) })
  if (!deaf) await pubSub.start()
  await outbox.start()
  running.push(async () => {
    await outbox.stop()
    if (!deaf) await pubSub.stop()
    await db.destroy()
  })
  return { outbox, heard }
}

const idsOf = (events: SequencedEvent[]) => events.map((event) => event.entity_id)

test('a transaction slower than its neighbour is told all the same, where reading by id would miss it', async () => {
  const { outbox, heard } = await startProcess()
  const [slow, quick] = [newId(), newId()]
  let commit = () => {}
  const mayCommit = new Promise<void>((resolve) => {
    commit = resolve
  })
  let written = () => {}
  const isWritten = new Promise<void>((resolve) => {
    written = resolve
  })
  const slowOne = database.db.transaction().execute(async (transaction) => {
    await writeEvent(transaction, slow)
    written()
    await mayCommit
  })
  await isWritten
  await writeEvent(database.db, quick)

  const naive: string[] = []
  let lastId = 0
  const readById = async () => {
    const rows = await database.db.selectFrom('event').select(['id', 'entity_id']).where('id', '>', lastId).orderBy('id').execute()
    lastId = rows.at(-1)?.id ?? lastId
    naive.push(...rows.map((row) => row.entity_id))
  }

  outbox.kick()
  await vi.waitFor(() => expect(idsOf(heard)).toContain(quick))
  await readById()
  commit()
  await slowOne
  outbox.kick()
  await vi.waitFor(() => expect(idsOf(heard)).toContain(slow))
  await readById()

  expect(naive).toContain(quick)
  expect(naive).not.toContain(slow)
})

test('two processes that number at once give each number once, and each hands on every event once and in order', async () => {
  const processes = [await startProcess(), await startProcess()]
  const ids = Array.from({ length: 1600 }, () => newId())
  const writers = Array.from({ length: 16 }, async (_, writer) => {
    for (let at = writer; at < ids.length; at += 16) {
      await writeEvent(database.db, ids[at])
      processes[at % 2]?.outbox.kick()
    }
  })
  await Promise.all(writers)
  for (const { heard } of processes) {
    await vi.waitFor(() => expect(heard.length).toBeGreaterThanOrEqual(ids.length), { timeout: 10_000 })
    const sequences = heard.map((event) => event.sequence)
    expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b))
    expect(new Set(idsOf(heard))).toEqual(new Set(ids))
  }
})

test('a process that hears no signals finds the events of the others by looking', async () => {
  const deaf = await startProcess(true)
  const other = await startProcess()
  const id = newId()
  await writeEvent(database.db, id)
  other.outbox.kick()
  await vi.waitFor(() => expect(idsOf(deaf.heard)).toContain(id), { timeout: 3000 })
})

test('an event that nobody kicked for is found by looking', async () => {
  const { heard } = await startProcess()
  const id = newId()
  await writeEvent(database.db, id)
  await vi.waitFor(() => expect(idsOf(heard)).toContain(id), { timeout: 3000 })
})

test('what is committed is handed on before it stops, and nothing of the past when it starts', async () => {
  const { outbox, heard } = await startProcess()
  const before = idsOf(heard).length
  const id = newId()
  await writeEvent(database.db, id)
  await outbox.stop()
  expect(before).toBe(0)
  expect(idsOf(heard)).toContain(id)
  expect(outbox.position()).toBe(heard.at(-1)?.sequence)
})

test('a broken line of signals is taken up again, and what was said meanwhile is caught up with', async () => {
  const pubSub = createPubSub(database.url, log)
  const words: string[] = []
  const recovered = vi.fn()
  pubSub.on('larder_setting', (word) => words.push(word))
  pubSub.onGap(recovered)
  await pubSub.start()
  running.push(pubSub.stop)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'larder signals' and datname = current_database()`.execute(
    database.db,
  )
  await vi.waitFor(() => expect(recovered).toHaveBeenCalled(), { timeout: 5000 })
  await sql`select pg_notify('larder_setting', 'again')`.execute(database.db)
  await vi.waitFor(() => expect(words).toEqual(['again']))
})
