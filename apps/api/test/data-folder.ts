import type { Pool } from 'pg'
import { createPool } from '../src/db/database.ts'
import { startEmbedded } from '../src/db/embedded.ts'

/** Does something in the database of a data folder, whether its product runs beside or not. */
export async function withDatabase<R>(dataDir: string, act: (pool: Pool) => Promise<R>): Promise<R> {
  const server = await startEmbedded({ dataDir, share: true })
  const pool = createPool(server.url, { applicationName: 'test', statementTimeoutMs: 0 })
  try {
    return await act(pool)
  } finally {
    await pool.end()
    await server.stop()
  }
}
