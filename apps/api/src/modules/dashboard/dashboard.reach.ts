import type { TimeZone } from '@larder/contract'
import type { Scope } from '#kit/actor.ts'
import { inScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { notFound } from '#kit/errors.ts'
import { readSetting } from '#kit/settings.ts'

/** Whose figures are shown, in which currency, and in whose days. */
export interface Reach {
  scope: Scope
  currency: string
  timeZone: TimeZone
}

/**
 * The caller's scope, cut to one branch where asked. Figures of one branch are in its currency and its days, those of several
 * in the installation's. A branch outside of the scope is not found.
 */
export async function reachOf(ctx: Context, branchId: string | undefined): Promise<Reach> {
  const { scope } = ctx.actor
  if (scope.kind === 'all' && !branchId) return { scope, ...(await readInstallation(ctx)) }
  const branches = await findBranches(ctx, branchId)
  if (branchId && branches.length === 0) return notFound('branch')
  const [only, another] = branches
  const facts = only && !another ? { currency: only.currency, timeZone: only.time_zone } : await readInstallation(ctx)
  return { scope: branchId ? await cutTo(ctx, branchId) : scope, ...facts }
}

function findBranches(ctx: Context, branchId: string | undefined) {
  const { scope } = ctx.actor
  const branches = ctx.db.selectFrom('branch').select(['branch.id', 'branch.currency', 'branch.time_zone'])
  const mine =
    scope.kind === 'store'
      ? branches.where('branch.id', 'in', (from) =>
          from
            .selectFrom('store')
            .select('branch_id')
            .where('id', 'in', [...scope.ids]),
        )
      : inScope(ctx, branches, { branch: 'branch.id' })
  return (branchId ? mine.where('branch.id', '=', branchId) : mine).limit(2).execute()
}

async function cutTo(ctx: Context, branchId: string): Promise<Scope> {
  const { scope } = ctx.actor
  if (scope.kind !== 'store') return { kind: 'branch', ids: [branchId] }
  const stores = ctx.db
    .selectFrom('store')
    .select('id')
    .where('branch_id', '=', branchId)
    .where('id', 'in', [...scope.ids])
  return { kind: 'store', ids: (await stores.execute()).map(({ id }) => id) }
}

async function readInstallation({ services }: Context): Promise<Omit<Reach, 'scope'>> {
  const [currency, timeZone] = await Promise.all([
    readSetting(services, 'installation.currency'),
    readSetting(services, 'installation.timeZone'),
  ])
  return { currency, timeZone }
}
