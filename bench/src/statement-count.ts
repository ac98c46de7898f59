import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Call, drive } from './load.ts'

const query = 'Q'.charCodeAt(0)
const execute = 'E'.charCodeAt(0)

/** A way to the database that counts what passes: statements that are run, `begin` and `commit` among them. */
export interface Counter {
  url: string
  statements(): number
  stop(): Promise<void>
}

/** Stands between a program and the database server, and reads the protocol's message types. */
export async function countStatements(databaseUrl: string): Promise<Counter> {
  const folder = mkdtempSync(join(tmpdir(), 'larder-bench-'))
  const url = new URL(databaseUrl)
  const target = `${url.searchParams.get('host')}/.s.PGSQL.${url.port}`
  let statements = 0
  const server = createServer((from) => {
    const to = connect(target)
    const read = messageReader((type) => {
      if (type === query || type === execute) statements++
    })
    from.on('data', read)
    from.pipe(to).pipe(from)
    from.on('error', () => to.destroy())
    to.on('error', () => from.destroy())
  })
  await new Promise<void>((resolve) => server.listen(join(folder, `.s.PGSQL.${url.port}`), resolve))
  url.searchParams.set('host', folder)
  return {
    url: url.href,
    statements: () => statements,
    stop: async () => {
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** How many statements one call runs, over many of them; what the program asks by itself meanwhile is taken off. */
export async function statementsOf(counter: Counter, address: string, token: string, next: () => Call, requests: number): Promise<number> {
  await drive(address, token, next, { requests: 40 })
  const idle = await during(counter, () => new Promise((resolve) => setTimeout(resolve, 2000)))
  const busy = await during(counter, () => drive(address, token, next, { requests }))
  return (busy.count - (idle.count / idle.ms) * busy.ms) / requests
}

async function during(counter: Counter, act: () => Promise<unknown>): Promise<{ count: number; ms: number }> {
  const [before, began] = [counter.statements(), performance.now()]
  await act()
  return { count: counter.statements() - before, ms: performance.now() - began }
}

// The first message of a connection has no type: length and version. All others: a type and a length that counts itself.
function messageReader(onMessage: (type: number) => void): (chunk: Buffer) => void {
  let pending: Buffer = Buffer.alloc(0)
  let isFirst = true
  return (chunk) => {
    pending = pending.length > 0 ? Buffer.concat([pending, chunk]) : chunk
    for (;;) {
      const head = isFirst ? 0 : 1
      if (pending.length < head + 4) return
      const length = head + pending.readUInt32BE(head)
      if (pending.length < length) return
      if (!isFirst) onMessage(pending[0] ?? 0)
      isFirst = false
      pending = pending.subarray(length)
    }
  }
}
