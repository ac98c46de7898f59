import { sql } from 'kysely'
import type { Work } from '../context.ts'
import { refuse } from '../errors.ts'

/** Lets one unit of work at a time count and add to what `owner` keeps of this kind, so that two at once do not both find the last place. */
export async function oneAtATime({ db }: Work, kind: string, owner: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${kind} ${owner}`}, 0))`.execute(db)
}

/** 409 `limit-reached` where `kept` is more than `most`; the message says what the limit is and what to do. */
export function keepWithin(kept: number, most: number, message: string): void {
  if (kept > most) refuse('limit-reached', message)
}
