import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Where a message is caught: on its way there, or its answer on the way back. */
export type Moment = 'before' | 'after'

interface Trap {
  /** Whether a message is one that is waited for. */
  catches(method: string, path: string): boolean
  moment: Moment
  /** So many at most: of others nothing passes. */
  most: number
}

/** A line between two programs that can be cut, and on which messages can be caught. */
export interface Line {
  url: string
  /** Where it leads. */
  target: string
  /** Nothing passes. */
  cut(): void
  /** Everything passes. */
  open(): void
  /** Everything passes but what is caught: that is held, and counted. */
  catch(trap: Trap): void
  caught(): number
  close(): void
}

export async function openLine(target = ''): Promise<Line> {
  let state: 'cut' | 'open' | Trap = 'open'
  let caught = 0
  let taken = 0
  const server = createServer((request, response) => void pass(request, response).catch(() => response.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = request
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    if (state === 'cut') return void response.destroy()
    const trap = state !== 'open' && state.catches(method, url) ? state : null
    if (trap && ++taken > trap.most) return void response.destroy()
    if (trap?.moment === 'before') return void caught++
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => !['host', 'connection', 'content-length', 'transfer-encoding'].includes(name)),
    ) as Record<string, string>
    const body = chunks.length > 0 ? Buffer.concat(chunks) : null
    const answer = await fetch(`${line.target}${url}`, { method, headers, body }).catch(() => null)
    const text = answer && (await answer.text().catch(() => null))
    if (trap) return void caught++
    if (!answer || text === null) return void response.destroy()
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
  }

  const line: Line = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target,
    cut() {
      state = 'cut'
    },
    open() {
      state = 'open'
    },
    catch: (trap) => {
      caught = 0
      taken = 0
      state = trap
    },
    caught: () => caught,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return line
}
