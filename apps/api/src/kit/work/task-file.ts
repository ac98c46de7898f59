import type { FileStream } from '@larder/contract'
import { sql } from 'kysely'
import type { Database, ReadDatabase } from '#db/database.ts'
import { type Claim, isHeld, TaskLost } from './task-lease.ts'

const pieceBytes = 512 * 1024

/** Keeps what comes as the file of a task, in pieces of half a megabyte, whatever came of an earlier attempt. Answers its size. */
export async function keepFile(db: Database, claim: Claim, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  await sql`delete from task_piece where task_id = ${claim.id} and attempt < ${claim.attempt}`.execute(db)
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  let pieces = 0
  let bytes = 0
  const keep = async () => {
    await keepPiece(db, claim, pieces++, Buffer.concat(waiting))
    bytes += waitingBytes
    waiting = []
    waitingBytes = 0
  }
  for await (const chunk of chunks) {
    waiting.push(chunk)
    waitingBytes += chunk.length
    if (waitingBytes >= pieceBytes) await keep()
  }
  if (waitingBytes > 0) await keep()
  return bytes
}

async function keepPiece(db: Database, claim: Claim, piece: number, bytes: Buffer): Promise<void> {
  const { numAffectedRows } = await sql`insert into task_piece (task_id, attempt, piece, bytes)
    select ${claim.id}, ${claim.attempt}, ${piece}, ${bytes}::bytea where ${isHeld(claim)}`.execute(db)
  if (numAffectedRows === 0n) throw new TaskLost(claim.id)
}

export interface KeptFile {
  id: string
  attempt: number
  file_name: string
  file_type: string
  file_bytes: number
}

/** The file of a task that is done, read as slowly as it is sent. */
export function readFile(db: ReadDatabase, task: KeptFile): FileStream {
  return { type: task.file_type, name: task.file_name, sizeBytes: task.file_bytes, pieces: piecesOf(db, task) }
}

async function* piecesOf(db: ReadDatabase, { id, attempt, file_bytes }: KeptFile): AsyncGenerator<Uint8Array> {
  let sent = 0
  for (let piece = 0; sent < file_bytes; piece++) {
    const row = await db
      .selectFrom('task_piece')
      .select('bytes')
      .where('task_id', '=', id)
      .where('attempt', '=', attempt)
      .where('piece', '=', piece)
      .executeTakeFirst()
    if (!row) throw new Error(`the file of the task ${id} was purged while it was sent`)
    sent += row.bytes.length
    yield row.bytes
  }
}
