import { randomBytes } from 'node:crypto'
import { type Instant, instantOf } from '@larder/contract'
import type { PoolClient } from 'pg'
import { createDatabase, createPool } from '#db/database.ts'
import { ensurePartitions, monthOfInstant } from '#db/partitions.ts'
import { demoKeyName } from '#kit/access/demo-key.ts'
import { hashToken } from '#kit/access/sessions.ts'
import { installBuiltInRoles } from '#modules/role/role-install.service.ts'
import { keepSecret } from '#src/kept-secret.ts'
import { historyDays } from './calendar.ts'
import { demoEmailOf } from './demo-access.ts'
import type { CityOptions } from './write-city.ts'

export interface SeedOptions extends CityOptions {
  /** Where the channel key is kept for the launcher. */
  dataDir: string
  /** The data folder holds the database too: a key that was lost from it is replaced. Else it may be another process's, and stays. */
  ownsDatabase?: boolean
}

const dayMs = 86_400_000

/**
 * Fills an empty database with the demo city. In one transaction: a seed that was killed left nothing behind, and one that is
 * complete is left alone. Refuses a database with accounts or branches that no demo made. Gives the channel key of the data
 * folder, and whether this database takes it.
 */
export async function seedDemo(
  databaseUrl: string,
  options: SeedOptions,
): Promise<{ seeded: boolean; channelKey: string; isKeyValid: boolean }> {
  const channelKey = keepDemoChannelKey(options.dataDir)
  const pool = createPool(databaseUrl, {
    applicationName: 'larder seed',
    max: 2,
    statementTimeoutMs: 0,
    lockTimeoutMs: 0,
    idleInTransactionMs: 0,
  })
  const db = createDatabase(pool)
  const client = await pool.connect()
  try {
    const seeded = await inTransaction(client, async () => {
      await client.query(`select pg_advisory_xact_lock(hashtext('seed_demo'))`)
      if (await isDemo(client)) return false
      options.onStep?.('Building the demo city')
      await installBuiltInRoles(db)
      await ensurePartitions(db, monthOfInstant(daysBefore(options.now, historyDays + 1)), monthOfInstant(options.now))
      // Loaded here alone: a later start needs neither its names nor what draws its pictures.
      const { writeCity } = await import('./write-city.ts')
      await writeCity(client, options, channelKey)
      return true
    })
    if (seeded) await tidy(client)
    else if (options.ownsDatabase) await acceptKey(client, channelKey)
    return { seeded, channelKey, isKeyValid: await takesKey(client, channelKey) }
  } finally {
    client.release()
    await db.destroy()
  }
}

/** What plans lean on. A small sample: the server takes a larger one by itself as the tables change. */
async function tidy(client: PoolClient): Promise<void> {
  await client.query('set default_statistics_target = 40')
  await client.query('vacuum analyze')
}

/** A data folder may have been cleared of its key while the database stayed: the new one counts. */
async function acceptKey(client: PoolClient, channelKey: string): Promise<void> {
  await client.query(
    'update channel_key set key_hash = $1, version = version + 1 where name = $2 and revoked_at is null and key_hash <> $1',
    [hashToken(channelKey), demoKeyName],
  )
}

async function takesKey(client: PoolClient, channelKey: string): Promise<boolean> {
  const { rowCount } = await client.query('select from channel_key where key_hash = $1 and revoked_at is null', [hashToken(channelKey)])
  return rowCount === 1
}

/** Whether the demo city is there already. What somebody else began is never mixed with it. */
async function isDemo(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ is_used: boolean; is_demo: boolean }>(
    `select exists (select from branch) or exists (select from staff) as is_used,
       exists (select from branch) and (exists (select from channel_key where name = $1 and revoked_at is null)
         or exists (select from staff where email = $2 and status = 'active')) as is_demo`,
    [demoKeyName, demoEmailOf('admin')],
  )
  const [found] = rows
  if (found?.is_used && !found.is_demo)
    throw new Error(
      'This database holds accounts or branches that no demo made: start it with DEMO=off, or give the demo another DATA_DIR or DATABASE_URL.',
    )
  return found?.is_demo ?? false
}

async function inTransaction<R>(client: PoolClient, work: () => Promise<R>): Promise<R> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

function daysBefore(instant: Instant, days: number): Instant {
  return instantOf(Date.parse(instant) - days * dayMs)
}

/** The demo's channel key in clear, kept in its data folder for whoever starts the simulator; made on the first call. */
function keepDemoChannelKey(dataDir: string): string {
  return keepSecret(dataDir, 'channel-key', () => `lk_${randomBytes(32).toString('base64url')}`)
}
