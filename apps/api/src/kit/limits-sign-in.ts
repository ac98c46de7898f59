import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { refuseRate } from './limits.ts'
import { createTurns } from './turns.ts'

/** Wrong or unfinished attempts in a quarter of an hour before the next one is refused unseen. */
export const signInLimits = { account: 10, address: 30, everyone: 600 } as const
const windowSeconds = 900
// However many knock, most connections to the database are for those who are in.
const inTurn = createTurns({ running: 2, waiting: 100 })
const failed = sql`not succeeded and at > now() - make_interval(secs => ${windowSeconds})`

export interface SignInAttempt {
  id: number
}

interface Tally {
  is_known: boolean
  here: number
  account: number
  address: number
  everyone: number
  wait: number
}

/** An account's name as it is counted: neither case, width nor composition of letters makes another account of it. */
export function accountKey(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase().slice(0, 254)
}

/**
 * Takes one of the attempts that an account, an address and everybody together have, before the password is looked at; 429 when
 * there is none left. An address that has signed in to this account before has attempts of its own, so that nobody is locked
 * out of their account by a stranger who guesses. It counts as failed until `keepSuccess`.
 */
export function takeSignInAttempt(db: Database, account: string, address: string): Promise<SignInAttempt> {
  return inTurn(() => takeOne(db, account, address))
}

function takeOne(db: Database, account: string, address: string): Promise<SignInAttempt> {
  return db.transaction().execute(async (transaction) => {
    // One at a time for each account: a hundred guesses at once are a hundred, not one.
    await sql`select pg_advisory_xact_lock(hashtext(${`sign-in ${account}`}))`.execute(transaction)
    const { rows } = await sql<Tally>`
      select
        exists (select from sign_in_attempt where account = ${account} and address = ${address} and succeeded and at > now() - interval '30 days') as is_known,
        (select count(*) from sign_in_attempt where account = ${account} and address = ${address} and ${failed}) as here,
        (select count(*) from sign_in_attempt where account = ${account} and ${failed}) as account,
        (select count(*) from sign_in_attempt where address = ${address} and ${failed}) as address,
        (select count(*) from (select * from sign_in_attempt order by id desc limit ${signInLimits.everyone * 2}) as newest where ${failed}) as everyone,
        (select coalesce(ceil(${windowSeconds} - extract(epoch from now() - min(at))), 60)::int from sign_in_attempt where account = ${account} and ${failed}) as wait
      `.execute(transaction)
    const tally = rows[0]
    if (!tally || isSpent(tally))
      refuseRate(Math.max(1, tally?.wait ?? 60), 'too-many-attempts', 'Too many attempts to sign in. Please wait before you try again.')
    return transaction
      .insertInto('sign_in_attempt')
      .values({ account, address, succeeded: false })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
}

function isSpent({ is_known, here, account, address, everyone }: Tally): boolean {
  if (is_known) return here >= signInLimits.account
  return account >= signInLimits.account || address >= signInLimits.address || everyone >= signInLimits.everyone
}

/** The password was right: the attempt no longer counts, and the address is known for this account. */
export async function keepSuccess(db: Database, { id }: SignInAttempt): Promise<void> {
  await db.updateTable('sign_in_attempt').set({ succeeded: true }).where('id', '=', id).execute()
}

/** The password was never looked at: the attempt does not count. */
export async function giveBackAttempt(db: Database, { id }: SignInAttempt): Promise<void> {
  await db.deleteFrom('sign_in_attempt').where('id', '=', id).execute()
}
