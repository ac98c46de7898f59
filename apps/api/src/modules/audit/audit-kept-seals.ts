import { existsSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sql, type Transaction } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/schema.gen.ts'
import { ensureWritableFolder } from '#db/writable-folder.ts'
import { lockSeals } from './audit-seal.service.ts'
import { type Seal, sealColumns } from './audit-seal-form.ts'

/** What came of carrying seals out of the database. */
export interface Carried {
  seals: number
  /** The file was not there, or held no seal, and was begun. */
  begun: boolean
  /** Why the database does not go on from where the file ends; null when it does. Nothing is written then: the file is the evidence. */
  parted: string | null
}

const sealsAtOnce = 200
// More than one seal's line can be.
const TAIL_BYTES = 1_000_000

/**
 * Writes the seals that the file does not have yet to its end, a line of JSON each, and forces them to the disk. Where there is no file
 * one is begun with every seal there is, so that it may lie on any machine that runs the timers, and come with a move or not.
 */
export function carrySealsOut(db: Database, path: string): Promise<Carried> {
  return db.transaction().execute(async (transaction) => {
    await lockSeals(transaction)
    const end = await readEnd(path)
    const parted = end?.last ? await findParting(transaction, path, end.last) : null
    if (parted) return { seals: 0, begun: false, parted }
    let seals = 0
    for (let after = end?.last?.id ?? 0; ; ) {
      const next = await readSeals(transaction, after)
      if (next.length > 0) await append(path, next, seals === 0 && end?.isTorn === true)
      seals += next.length
      after = next.at(-1)?.id ?? after
      if (next.length < sealsAtOnce) return { seals, begun: !end?.last && seals > 0, parted: null }
    }
  })
}

/**
 * The seals of a file by their numbers; null when there is no file. A line that was cut off by a crash is no seal. Of two with the same
 * number the former: what is written to the end takes nothing back.
 */
export async function readKeptSeals(path: string): Promise<Map<number, Seal> | null> {
  const text = await readFile(path, 'utf8').catch(missingIsNull)
  if (text === null) return null
  const kept = new Map<number, Seal>()
  for (const seal of parseLines(text)) if (!kept.has(seal.id)) kept.set(seal.id, seal)
  return kept
}

/** A page of the table's seals after a number. */
export async function readSeals(db: Database, after: number): Promise<Seal[]> {
  const { rows } = await sql<Seal>`select ${sealColumns} from audit_seal where id > ${after} order by id limit ${sealsAtOnce}`.execute(db)
  return rows
}

async function findParting(transaction: Transaction<DB>, path: string, last: Seal): Promise<string | null> {
  const [same] = await readSeals(transaction, last.id - 1)
  if (same?.id === last.id && same.mac === last.mac) return null
  return same
    ? `seal ${last.id}, at which ${path} ends, is another in the database`
    : `the database ends before seal ${last.id}, at which ${path} ends: its end was cut off, or an older state was brought back`
}

async function readEnd(path: string): Promise<{ last: Seal | undefined; isTorn: boolean } | null> {
  const file = await open(path, 'r').catch(missingIsNull)
  if (!file) return null
  try {
    const { size } = await file.stat()
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES))
    await file.read(tail, 0, tail.length, size - tail.length)
    const text = tail.toString('utf8')
    return { last: parseLines(text).at(-1), isTorn: text !== '' && !text.endsWith('\n') }
  } finally {
    await file.close()
  }
}

async function append(path: string, seals: Seal[], isTorn: boolean): Promise<void> {
  // One that is there may lie where nothing else may be made.
  if (!existsSync(path)) ensureWritableFolder(dirname(path), 'AUDIT_SEALS')
  const file = await open(path, 'a', 0o600)
  try {
    await file.appendFile(`${isTorn ? '\n' : ''}${seals.map((seal) => `${JSON.stringify(seal)}\n`).join('')}`)
    await file.sync()
  } finally {
    await file.close()
  }
}

function parseLines(text: string): Seal[] {
  return text.split('\n').flatMap((line) => {
    try {
      const seal: Seal = JSON.parse(line)
      return typeof seal.id === 'number' && typeof seal.mac === 'string' ? [seal] : []
    } catch {
      return []
    }
  })
}

function missingIsNull(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
