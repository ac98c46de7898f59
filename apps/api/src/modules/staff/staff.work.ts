import type { OpenWork } from '@larder/contract'
import { sql } from 'kysely'
import type { Context } from '#kit/context.ts'
import { findClaims } from '#modules/order/act/hand-over.service.ts'
import { findHandlers } from './handlers.service.ts'
import { staffVisibleTo } from './staff.policy.ts'

/** What a person has begun, and who could take it over. */
export async function findOpenWork(ctx: Context, staffId: string): Promise<OpenWork> {
  const [orders, tasks, heirs] = await Promise.all([findClaims(ctx.db, staffId), countTasks(ctx, staffId), findHeirs(ctx, staffId)])
  return { orders: orders.map(({ id, number }) => ({ id, number })), tasks, heirs }
}

/** That person, if they could take over what another has begun. */
export async function findHeir(ctx: Context, staffId: string, heirId: string): Promise<Heir | null> {
  return (await findHeirs(ctx, staffId, heirId))[0] ?? null
}

type Heir = OpenWork['heirs'][number]

/** Who may handle orders and reaches each of those that this person handles, of the accounts that the caller sees; who was here last comes first. */
async function findHeirs(ctx: Context, staffId: string, only?: string): Promise<Heir[]> {
  const claims = await findClaims(ctx.db, staffId)
  const [branches, stores] = [claims.map(({ branch_id }) => branch_id), claims.map(({ store_id }) => store_id)]
  const among = sql`${staffVisibleTo(ctx.actor)} ${only === undefined ? sql`` : sql`and staff.id = ${only}`}`
  return findHandlers(ctx.db, staffId, { permission: 'order.operate', branches, stores }, among)
}

async function countTasks({ db }: Context, staffId: string): Promise<number> {
  const { waiting } = await db
    .selectFrom('task')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('staff_id', '=', staffId)
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow()
  return waiting
}
