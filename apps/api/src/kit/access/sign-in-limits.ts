import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Actor } from '../actor.ts'
import type { Services } from '../context.ts'
import { hostOf, networkOf } from '../http/addresses.ts'
import { refuseRate } from '../http/limits.ts'
import { createSemaphore } from '../work/semaphore.ts'

const windowSeconds = 900
/** Seconds to wait after so many wrong passwords from one place for one account within a quarter of an hour; ten are the most. */
const afterWrong = [0, 0, 0, 0, 0, 5, 15, 45, 120, 300]
/** From so many wrong passwords within a quarter of an hour on, so many seconds lie between two; the last that fits holds. */
const brakes = {
  address: [[30, 30]],
  network: [[60, 10]],
  // Of an account: for who tries it for the first time from where they are, by the places that failed; and for who tries again, as who guesses does.
  first: [
    [10, 2],
    [30, 10],
    [60, 30],
  ],
  again: [[10, 60]],
} as const satisfies Record<string, readonly (readonly [failures: number, seconds: number])[]>
type Brake = keyof typeof brakes

// However many knock, most connections to the database are for those who are in.
const inTurn = createSemaphore({ running: 2, waiting: 100 })
const failed = sql`not succeeded and at > now() - make_interval(secs => ${windowSeconds})`

export interface SignInAttempt {
  id: number
}

/** Who tries: the account as it is counted, where from, and the hash of what the browser keeps if it has signed in before. */
export interface SignInPlace {
  account: string
  address: string
  device: Buffer | null
}

/** Failures of the last quarter of an hour, and the seconds since the last one. */
interface Tally {
  failures: number
  since: number
}

/** An account's name as it is counted: neither case, width nor composition of letters makes another account of it. */
export function accountKey(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase().slice(0, 254)
}

/**
 * Takes one of the attempts that there are before the password is looked at; 429 with the seconds to wait when there is none. It counts as
 * failed until `keepSuccess`.
 *
 * Nobody is locked out by others: a browser or an address that the account has signed in from has attempts of its own. Strangers are slowed
 * down by where they are and, all together, by the account that they try; who comes from a new place waits for as many seconds, at two each,
 * as there are other new places that try this account just now.
 */
export function takeSignInAttempt(db: Database, place: SignInPlace): Promise<SignInAttempt> {
  return inTurn(() => takeOne(db, place))
}

/** Of guesses that are made with a session that somebody got hold of: they count for that session, and keep nobody from signing in. */
export function ownSessionPlace({ sessionId }: Actor): SignInPlace {
  return { account: `session ${sessionId}`, address: `session ${sessionId}`, device: null }
}

/** Looks at what a place tries, within the attempts that it has. What is found wrong (null) counts; what could not be looked at does not. */
export async function countGuess<T>(
  { writable }: Pick<Services, 'writable'>,
  place: SignInPlace,
  look: () => Promise<T | null>,
): Promise<T | null> {
  const attempt = await takeSignInAttempt(writable, place)
  const found = await look().catch(async (error: unknown) => {
    await giveBackAttempt(writable, attempt)
    throw error
  })
  if (found !== null) await keepSuccess(writable, attempt)
  return found
}

function takeOne(db: Database, { account, address, device }: SignInPlace): Promise<SignInAttempt> {
  const [host, network] = [hostOf(address), networkOf(address)]
  return db.transaction().execute(async (transaction) => {
    // One at a time for each account: a hundred guesses at once are a hundred, not one.
    await sql`select pg_advisory_xact_lock(hashtext(${`sign-in ${account}`}))`.execute(transaction)
    const { rows } = await sql<{ knows_device: boolean; knows_address: boolean; tallies: Record<string, Tally> }>`
      select
        exists (select from sign_in_device where token_hash = ${device} and account = ${account}) as knows_device,
        exists (select from sign_in_attempt where account = ${account} and address = ${host} and succeeded and at > now() - interval '30 days') as knows_address,
        json_build_object(
          'device', (${tally(sql`account = ${account} and device = ${device}`)}),
          'place', (${tally(sql`account = ${account} and address = ${host} and device is null`)}),
          'address', (${tally(sql`address = ${host} and device is null`)}),
          'network', (${tally(sql`network = ${network} and device is null`)}),
          'again', (${tally(sql`account = ${account} and device is null`)}),
          'first', (select json_build_object('failures', count(*), 'since', ${sinceLast(sql`max(first_at)`)})
            from (select min(at) as first_at from sign_in_attempt where account = ${account} and device is null and ${failed} group by address) as places)
        ) as tallies`.execute(transaction)
    const known = rows[0]
    if (!known) throw new Error('sign-in attempts could not be counted')
    const wait = secondsToWait(known.knows_device, known.knows_address, known.tallies as Record<Brake | 'device' | 'place', Tally>)
    if (wait > 0) refuseRate(wait, 'too-many-attempts', `Too many attempts. Please wait ${inWords(wait)}.`)
    return transaction
      .insertInto('sign_in_attempt')
      .values({ account, address: host, network, device: known.knows_device ? device : null, succeeded: false })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
}

function secondsToWait(knowsDevice: boolean, knowsAddress: boolean, tallies: Record<Brake | 'device' | 'place', Tally>): number {
  const afterOwn = ({ failures, since }: Tally) => (afterWrong[failures] ?? windowSeconds) - since
  if (knowsDevice) return Math.ceil(afterOwn(tallies.device))
  if (knowsAddress) return Math.ceil(afterOwn(tallies.place))
  const brake = (name: Brake) => (brakes[name].findLast(([failures]) => tallies[name].failures >= failures)?.[1] ?? 0) - tallies[name].since
  const isFirst = tallies.place.failures === 0
  return Math.ceil(Math.max(afterOwn(tallies.place), brake('address'), brake('network'), brake(isFirst ? 'first' : 'again')))
}

function tally(where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select json_build_object('failures', count(*), 'since', ${sinceLast(sql`max(at)`)}) from sign_in_attempt where ${where} and ${failed}`
}

function sinceLast(at: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce(extract(epoch from clock_timestamp() - ${at}), ${windowSeconds})`
}

function inWords(seconds: number): string {
  return seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
}

/** What was tried was right: the attempt no longer counts, and the address is known for this account. */
async function keepSuccess(db: Database, { id }: SignInAttempt): Promise<void> {
  await db.updateTable('sign_in_attempt').set({ succeeded: true }).where('id', '=', id).execute()
}

/** What was tried was never looked at, or was no guess: the attempt does not count. */
export async function giveBackAttempt(db: Database, { id }: SignInAttempt): Promise<void> {
  await db.deleteFrom('sign_in_attempt').where('id', '=', id).execute()
}
