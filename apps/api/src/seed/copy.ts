import type { Insertable } from 'kysely'
import type { Connection, PoolClient, Submittable } from 'pg'
import type { DB } from '#db/schema.gen.ts'

type Cell = string | number | boolean | null | undefined | Buffer | readonly string[]

/** What a driver's connection can do beyond its published types, and what it asks of whoever copies. */
interface CopyConnection {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}
interface CopyRequest extends Submittable {
  handleCopyInResponse(connection: CopyConnection): void
  handleCommandComplete(): void
  handleReadyForQuery(): void
  handleError(error: Error): void
}

/** Writes rows by COPY, many times faster than by inserts. All rows carry the columns of the first one; JSON comes as text. */
export async function copyRows<Table extends keyof DB>(
  client: PoolClient,
  table: Table,
  rows: readonly Insertable<DB[Table]>[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first)
  const text = encodeRows(rows as readonly Record<string, Cell>[], columns)
  await sendCopy(client, `copy ${table} (${columns.join(', ')}) from stdin`, Buffer.from(text))
}

function sendCopy(client: PoolClient, statement: string, body: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const request: CopyRequest = {
      submit: (connection: Connection) => (connection as unknown as CopyConnection).query(statement),
      handleCopyInResponse: (connection) => {
        connection.sendCopyFromChunk(body)
        connection.endCopyFrom()
      },
      handleCommandComplete: () => {},
      handleReadyForQuery: resolve,
      handleError: reject,
    }
    client.query(request)
  })
}

function encodeRows(rows: readonly Record<string, Cell>[], columns: readonly string[]): string {
  let text = ''
  for (const row of rows) {
    for (let at = 0; at < columns.length; at++) text += (at === 0 ? '' : '\t') + encodeCell(row[columns[at] as string])
    text += '\n'
  }
  return text
}

function encodeCell(value: Cell): string | number {
  if (value === null || value === undefined) return '\\N'
  if (typeof value === 'number') return value
  if (typeof value === 'string') return escapeText(value)
  if (typeof value === 'boolean') return value ? 't' : 'f'
  if (Buffer.isBuffer(value)) return `\\\\x${value.toString('hex')}`
  return escapeText(`{${value.map((entry) => JSON.stringify(entry)).join(',')}}`)
}

const special = /[\\\t\n\r]/
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function escapeText(text: string): string {
  return special.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character) : text
}
