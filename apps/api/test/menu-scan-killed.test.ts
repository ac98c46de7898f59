import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import PDFDocument from 'pdfkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyEntries } from '../src/modules/audit/audit-verify-entries.ts'
import { type ApiProcess, askProcess, startApiProcess } from './api-process.ts'
import { addItem, addStore } from './factories.ts'
import { whileHeld } from './held.ts'
import { childrenOf } from './kill.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'
import { addStaff, type Caller } from './test-app.ts'
import { type TestDatabase, testDatabase } from './test-database.ts'

const patience = { timeout: 120_000, interval: 10 }
const folder = makeTemporaryFolder()
/** What each page lists. */
const pages = [
  ['Butter Naan', 'Garlic Naan', 'Set Dosa'],
  ['Kerala Porotta', 'Rumali Roti', 'Appam'],
  ['Tandoori Roti', 'Laccha Paratha', 'Pathiri'],
]
let database: TestDatabase
let api: ApiProcess
let admin: Caller
let store: Awaited<ReturnType<typeof addStore>>
/** Of each page an item that it names: whoever holds it keeps the page from being committed once its picture is written. */
const items: string[] = []

beforeAll(async () => {
  database = await testDatabase()
  admin = await addStaff(database, { isAdmin: true })
  store = await addStore(database.db)
  for (const [name] of pages) items.push((await addItem(database.db, store, { ...(name && { name }) })).id)
  await start()
})
afterAll(async () => {
  await kill()
  await database.drop()
  folder.remove()
})

async function start(): Promise<void> {
  api = startApiProcess(folder.path, { DATABASE_URL: database.url })
  await api.ready
}
async function kill(): Promise<void> {
  api.child.kill('SIGKILL')
  await api.ended
}

/** A menu with a text of its own: its pages are read at once. */
async function menu(): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', autoFirstPage: false })
  const pieces: Buffer[] = []
  document.on('data', (piece: Buffer) => pieces.push(piece))
  const end = new Promise((resolve) => document.on('end', resolve))
  for (const names of pages) {
    document.addPage().fontSize(20).text('Breads', 60, 60, { lineBreak: false }).fontSize(12)
    for (const [at, name] of names.entries())
      document.text(name, 60, 100 + at * 30, { lineBreak: false }).text(`${40 + at}.00`, 400, 100 + at * 30, { lineBreak: false })
  }
  document.end()
  await end
  return Buffer.concat(pieces)
}

async function beginScan(): Promise<string> {
  const headers = { 'x-api-key': admin.token, 'content-type': 'application/pdf' }
  const address = `${await api.ready}/api/stores/${store.id}/menu-scans`
  const answer = await fetch(address, { method: 'POST', headers, body: new Uint8Array(await menu()) })
  const { id, error } = (await answer.json()) as { id: string; error?: object }
  expect([answer.status, error]).toEqual([200, undefined])
  return id
}

/** The processes that read pages for the API. */
function readers(): number[] {
  const reads = (pid: number) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('page-reader')
    } catch {
      return false
    }
  }
  return childrenOf(api.child.pid ?? 0).filter(reads)
}
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const read = async (scan: string) => (await askProcess(api, `GET /menu-scans/${scan}`, { as: admin })).body

/** Of a scan how many pages it says it has, and of each that is kept its picture and how many rows it has. */
async function keptOf(scan: string): Promise<string[]> {
  const { rows } = await sql<{ kept: string }>`
    select 'pages ' || pages as kept from menu_scan where id = ${scan}
    union all select 'picture ' || page from menu_scan_page where scan_id = ${scan}
    union all select 'rows of ' || page || ' ' || count(*) from menu_scan_row where scan_id = ${scan} group by page
    order by 1`.execute(database.db)
  return rows.map(({ kept }) => kept)
}
const whole = (count: number) => {
  const each = Array.from({ length: count }, (_, page) => page + 1)
  return [`pages ${count}`, ...each.map((page) => `picture ${page}`), ...each.map((page) => `rows of ${page} 3`)].sort()
}

const held = (page: number) => `select from item where id = '${items[page]}' for update`
/** The page is read, and its rows wait for the item that they name. */
async function isBeingWritten(): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into "menu_scan_row"%'`.execute(database.db)
    return rows[0]?.waiting
  }
  await expect.poll(waiting, patience).toBe(1)
}

/** Kills the API while a page is written, before that is committed. */
function killWriting(page: number): Promise<void> {
  return whileHeld(database, held(page), async () => {
    await isBeingWritten()
    await kill()
  })
}

/** Kills the API while a page is read; what read it ends with it. */
async function killReading(page: number): Promise<void> {
  if (page > 0) await whileHeld(database, held(page - 1), isBeingWritten)
  await expect.poll(readers, patience).not.toEqual([])
  const left = readers()
  await kill()
  await expect.poll(() => left.filter(isAlive), patience).toEqual([])
}

const killings = [killWriting, killReading] as const

/** So often scans are killed at least: once within each page in each round. */
const kills = Number(process.env.KILLS ?? 2 * pages.length)
const rounds = Array.from({ length: Math.ceil(kills / pages.length) }, (_, round) => round + 1)

test.each(rounds)(
  'a scan that is killed in the middle of each page has what it read before wholly and that page not at all, and goes on: %i',
  async (round) => {
    let scan = ''
    for (const page of pages.keys()) {
      const killing = killings[(round + page) % killings.length]?.(page)
      if (page === 0) scan = await beginScan()
      else api = startApiProcess(folder.path, { DATABASE_URL: database.url })
      await killing
      expect(await keptOf(scan)).toEqual(whole(page))
      // The time is over in which it would be waited for.
      await sql`update task set leased_until = now() where status = 'running'`.execute(database.db)
    }
    await start()
    await expect.poll(async () => (await read(scan)).status, patience).toBe('to-review')
    expect(await keptOf(scan)).toEqual(whole(pages.length))
    const left = await sql`select from menu_scan_source where scan_id = ${scan}`.execute(database.db)
    expect(left.rows).toEqual([])
    const { rows } = await sql<{ entries: number }>`select count(*)::int as entries from audit_entry
      where entity = 'menu-scan' and entity_id = ${scan} and action = 'read'`.execute(database.db)
    expect(rows, 'an entry for each page, and one that all is read').toEqual([{ entries: pages.length + 1 }])
    expect((await verifyEntries(database.db)).broken).toBeNull()
  },
)
