import type { ServerResponse } from 'node:http'
import fastify from 'fastify'
import { Pool, type PoolClient, type QueryResult } from 'pg'
import { statements } from './bare-statements.ts'

// The least that could answer: no sign-in, no permission, no validation, no error handling. A ceiling, not a rival.
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 8 })
const app = fastify()
const listeners = new Set<ServerResponse>()

const ask = (statement: keyof typeof statements, values: unknown[] = [], on: Pool | PoolClient = pool): Promise<QueryResult> =>
  on.query({ name: statement, text: statements[statement], values })

app.get<{ Querystring: { before?: string; status?: string; q?: string } }>('/orders', async ({ query: { before, status, q } }) => {
  if (before) return (await ask('page', [before])).rows
  if (status) return (await ask('status', [status])).rows
  if (q) return (await ask('search', [`%${q}%`])).rows
  return (await ask('list')).rows
})

app.get<{ Params: { id: string } }>('/orders/:id', async ({ params: { id } }) => (await ask('detail', [id])).rows[0])

app.post<{ Params: { id: string }; Body: { status: string } }>('/orders/:id/status', async ({ params: { id }, body: { status } }) => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const before = await ask('lock', [id], client)
    const after = await ask('move', [id, status], client)
    await ask('audit', [id, before.rows[0].status, status], client)
    await ask('outbox', [id], client)
    await client.query('commit')
    for (const listener of listeners) listener.write(`data: ${JSON.stringify({ id, status })}\n\n`)
    return after.rows[0]
  } finally {
    client.release()
  }
})

app.get('/revenue', async () => (await ask('revenue')).rows)

app.get('/events', (_request, reply) => {
  reply.hijack()
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
  listeners.add(reply.raw)
  reply.raw.on('close', () => listeners.delete(reply.raw))
})

const address = await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.({ address })
process.once('SIGTERM', () => process.exit(0))
process.once('disconnect', () => process.exit(0))
