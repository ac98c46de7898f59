import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'

/**
 * One process's seat at the embedded server: a connection of its own that holds advisory locks, which the server itself
 * lets go when the process dies, however it dies. `lost` resolves when the connection has ended, also if that was before anyone asked.
 */
export type Seat = { client: Client; lost: Promise<unknown>; isLast: () => Promise<boolean> }

const OWNER = '1279345220, 1'
const USER = '1279345220, 2'
const NAME = 'larder process'
// A process killed a moment ago may still be listed: its server session ends within milliseconds.
const PATIENCE_MS = 1000

/** Takes a seat. Unless `share`, it is the owner's, and there is one: a second owner is refused with the pid of the first. */
export async function takeSeat(url: string, share: boolean): Promise<Seat> {
  const client = new Client({ connectionString: url, application_name: `${NAME} ${process.pid}` })
  client.on('error', () => {})
  const lost = new Promise((resolve) => client.once('end', resolve))
  await client.connect()
  try {
    if (!share) await becomeOwner(client)
    await client.query(`select pg_advisory_lock_shared(${USER})`)
  } catch (error) {
    await client.end()
    throw error
  }
  return { client, lost, isLast: () => isLastUser(client) }
}

async function becomeOwner(client: Client): Promise<void> {
  for (const deadline = performance.now() + PATIENCE_MS; ; await pause(50)) {
    const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${OWNER}) as taken`)
    if (rows[0]?.taken) return
    if (performance.now() >= deadline)
      throw new Error(`Another Larder is already running on this data folder (${await nameOwner(client)}).`)
  }
}

async function nameOwner(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and (l.classid, l.objid) = (${OWNER})`,
  )
  return rows[0]?.name.replace(NAME, 'pid') ?? 'just ended'
}

async function isLastUser(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ last: boolean }>(`select pg_advisory_unlock_shared(${USER}), pg_try_advisory_lock(${USER}) as last`)
  return rows[0]?.last === true
}

/** Whether any process, of whatever database role, sits at this server. */
export async function hasSeats(admin: Client): Promise<boolean> {
  const { rowCount } = await admin.query(`select from pg_locks where locktype = 'advisory' and (classid, objid) = (${USER})`)
  return (rowCount ?? 0) > 0
}
