import { randomBytes } from 'node:crypto'
import { channelScopes, type Instant, instantOf, plainFormat } from '@larder/contract'
import type { PoolClient } from 'pg'
import { createDatabase, createPool } from '#db/database.ts'
import { ensurePartitions, monthOfInstant } from '#db/partitions.ts'
import { demoKeyName } from '#kit/access/demo-key.ts'
import { hashPassword } from '#kit/access/passwords.ts'
import { hashToken, newToken } from '#kit/access/sessions.ts'
import type { Services } from '#kit/context.ts'
import { installBuiltInRoles } from '#modules/role/role-install.service.ts'
import { keepSecret } from '#src/kept-secret.ts'
import { buildApprovals, buildSettingPlans } from './approvals.ts'
import { writeBankAccounts } from './bank-accounts.ts'
import { writeBranchDays } from './branch-days.ts'
import { withoutIndexes } from './bulk-load.ts'
import { historyDays } from './calendar.ts'
import { writeCarts } from './carts.ts'
import { writeCashDeposits } from './cash.ts'
import { writeChangeSets } from './change-sets.ts'
import { buildKeys } from './channel-keys.ts'
import { buildCity, type City } from './city.ts'
import { buildColleagues } from './colleagues.ts'
import { copyRows } from './copy.ts'
import { demoEmailOf, demoPassword } from './demo-access.ts'
import { writeFeedback } from './feedback.ts'
import { writeHandOvers } from './hand-overs.ts'
import { writeHistory } from './history.ts'
import { drawPictures } from './menu-pictures.ts'
import { writeMenuScans } from './menu-scans.ts'
import { writeOnboarding } from './onboarding.ts'
import { writeOutsideIds } from './outside-ids.ts'
import { writePayments } from './payments.ts'
import { recordRows } from './record-rows.ts'
import { writeAskedRefund, writeRefundEvents } from './refunds.ts'
import { writeRiderLives } from './rider-lives.ts'
import { buildStaff } from './staff.ts'
import { zone } from './territory.ts'
import { writeTickets } from './tickets.ts'
import { writeTimelines } from './timeline.ts'
import { writeTotals } from './totals.ts'

export interface SeedOptions {
  /** How many orders of history. */
  orders: number
  /** Where the channel key is kept for the launcher. */
  dataDir: string
  /** The data folder holds the database too: a key that was lost from it is replaced. Else it may be another process's, and stays. */
  ownsDatabase?: boolean
  now: Instant
  /** Where payments of earlier orders are kept; without it the demo has none. */
  gateway?: Services['config']['gateway']
  /** What bank accounts are encrypted with; without it the demo has none. */
  secretKey?: string
  /** Told in a few words what is being done. */
  onStep?: (step: string) => void
}

const dayMs = 86_400_000
/** A parent comes before what refers to it. */
const cityTables = [
  'branch',
  'area',
  'store_location',
  'cuisine',
  'category_type',
  'crate',
  'tax_profile',
  'store',
  'crate_movement',
  'crate_balance',
  'store_cuisine',
  'store_category_type',
  'menu_category',
  'item',
  'item_picture',
  'choice_group',
  'item_choice_group',
  'machine',
  'rider',
  'customer',
] as const satisfies readonly (keyof City['rows'])[]

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

async function writeCity(client: PoolClient, options: SeedOptions, channelKey: string): Promise<void> {
  const { orders, now, gateway = null, secretKey, onStep } = options
  const city = buildCity(now, orders)
  await copyRows(client, 'file', drawPictures(city.rows.menu_category.map(({ name }) => name)))
  for (const table of cityTables) await copyRows(client, table, city.rows[table])
  const accountOf = await writeAccess(client, city, channelKey, now)
  await withoutIndexes(
    client,
    async () => {
      const onCount = (done: number) =>
        onStep?.(`Building the demo city: ${plainFormat.number(done)} of ${plainFormat.number(orders)} orders`)
      await writeHistory(client, city, { orders, onCount })
      await writeTimelines(client)
    },
    () => onStep?.('Building the demo city: indexes'),
  )
  await writeRefundEvents(client)
  await writeAskedRefund(client, city.stream('asked refund').id(city.nowMs), city.nowMs)
  await writeTotals(client, city)
  await writeRiderLives(client, { random: city.stream('rider lives'), now, zone })
  await writeCarts(client, city.stream('carts'), city)
  await writeCashDeposits(client, city.stream('cash deposits'))
  await writeBranchDays(client, city.stream('branch days'), now, zone)
  await writeHandOvers(client, city.stream('hand-overs'), now)
  await writeTickets(client, city.stream('tickets'), now)
  await writeFeedback(client, city.stream('feedback'), now)
  await writeOnboarding(client, city, now)
  if (secretKey) await writeBankAccounts(client, city, secretKey)
  await writeChangeSets(client, city.stream('change sets'), now)
  await writeOutsideIds(client)
  await writeMenuScans(client, city.stream('menu scans'), now)
  for (const [table, rows] of await recordRows(city, accountOf)) await copyRows(client, table, rows)
  await writePayments(client, gateway)
}

/** The accounts of staff, what one of them asked for, and the key of outside programs. Gives the account of each role. */
async function writeAccess(client: PoolClient, city: City, channelKey: string, now: Instant): Promise<(role: string) => string> {
  const [branch, store] = [city.branches[0], city.stores[0]]
  if (!branch || !store) throw new Error('the demo city has no branch or no store')
  const founded = instantOf(city.foundedMs)
  const passwordHash = await hashPassword(demoPassword)
  const facts = { foundedMs: city.foundedMs, founded, passwordHash, branchId: branch.id, storeId: store.id }
  const staff = await buildStaff(client, city.stream('staff'), facts)
  const colleagues = buildColleagues(city.stream('colleagues'), {
    now,
    foundedMs: city.foundedMs,
    passwordHash: await hashPassword(newToken().token),
    roleIds: new Map(staff.map(({ email, role_id }) => [email.replace(/@.*/, ''), role_id])),
    branchIds: city.branches.map(({ id }) => id),
    storeIds: city.stores.map(({ id }) => id),
  })
  await copyRows(client, 'staff', staff)
  await copyRows(client, 'staff', colleagues.staff)
  await copyRows(client, 'session', colleagues.sessions)
  await copyRows(client, 'mail', colleagues.mails)
  await copyRows(client, 'approval', buildApprovals(city.stream('approvals'), staff, now))
  await copyRows(client, 'setting_plan', buildSettingPlans(city.stream('plans'), staff, now))
  await copyRows(client, 'setup_step', [{ key: 'marketplace' }, { key: 'tax' }])
  await copyRows(client, 'channel_key', [
    {
      id: city.channelId,
      name: demoKeyName,
      kind: 'simulator',
      scopes: [...channelScopes],
      key_hash: hashToken(channelKey),
      created_at: founded,
      updated_at: founded,
    },
  ])
  await copyRows(client, 'channel_key', buildKeys(city))
  return (role) => {
    const found = staff.find(({ email }) => email === demoEmailOf(role))
    if (!found) throw new Error(`the demo city has no account of ${role}`)
    return String(found.id)
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
