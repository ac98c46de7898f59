import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { inScope } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'

/** Whose an account is: a store's or a rider's, one of both. */
export interface Owner {
  storeId?: string | null | undefined
  riderId?: string | null | undefined
}

type Facts = Awaited<ReturnType<typeof findOwner>>
export type KnownOwner = NonNullable<Facts>

/** Whose account it is, within the caller's reach; undefined where there is nobody. */
export async function findOwner(ctx: Context, { storeId, riderId }: Owner, db: ReadDatabase = ctx.db) {
  if (storeId) {
    const stores = db
      .selectFrom('store')
      .select(['id', 'branch_id', 'id as store_id', 'currency', 'status', 'display_name as name', 'email', 'time_zone'])
      .where('id', '=', storeId)
    const store = await inScope(ctx, stores, { branch: 'store.branch_id', store: 'store.id' }).executeTakeFirst()
    return store && { ...store, ...standings[store.status] }
  }
  const riders = db
    .selectFrom('rider')
    .innerJoin('branch', 'branch.id', 'rider.branch_id')
    .select(['rider.id', 'rider.branch_id', 'rider.currency', 'rider.status', 'rider.name', 'branch.time_zone'])
    .select([sql<null>`null`.as('store_id'), sql<null>`null`.as('email')])
    .where('rider.id', '=', riderId ?? null)
  const rider = await inScope(ctx, riders, { branch: 'rider.branch_id' }).executeTakeFirst()
  return rider && { ...rider, ...standings[rider.status] }
}

/** Why nobody pays them any more, and whether another person has approved them already. */
interface Standing {
  gone?: string
  isTakenOn?: true
}
const standings: Readonly<Record<string, Standing>> = {
  approved: { isTakenOn: true },
  live: { isTakenOn: true },
  suspended: { isTakenOn: true },
  terminated: { gone: 'is terminated' },
  active: { isTakenOn: true },
  blocked: { isTakenOn: true },
  left: { gone: 'has left' },
}

/** Holds them: what is entered of them meanwhile waits, and they are not approved. */
export async function holdOwner({ db }: Work, { storeId, riderId }: Owner): Promise<void> {
  const owners = storeId ? sql`store where id = ${storeId}` : sql`rider where id = ${riderId ?? null}`
  await sql`select from ${owners} for no key update`.execute(db)
}
