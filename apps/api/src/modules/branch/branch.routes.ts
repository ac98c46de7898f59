import { Branch, branchContract, type Parsed } from '@larder/contract'
import { type Selectable, sql } from 'kysely'
import type { Branch as BranchTable } from '#db/schema.gen.ts'
import { inScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { notFound } from '#kit/errors.ts'
import type { App } from '#kit/http/handler.ts'
import { implement } from '#kit/implement.ts'
import { equalTo, listPage } from '#kit/list-query.ts'
import { matching } from '#kit/read/search-text.ts'

export function registerBranch(app: App): void {
  implement(app, branchContract, { list: listBranches, get: getBranch })
}

// A store's person reaches the branch that the store belongs to.
function branchesWithin(ctx: Context) {
  const { scope } = ctx.actor
  const query = ctx.db.selectFrom('branch').selectAll('branch')
  if (scope.kind !== 'store') return inScope(ctx, query, { branch: 'branch.id' })
  return query.where(
    'branch.id',
    'in',
    ctx.db
      .selectFrom('store')
      .select('branch_id')
      .where(sql<boolean>`store.id = any(${[...scope.ids]}::uuid[])`),
  )
}

function listBranches(ctx: Context, { query: input }: Parsed<typeof branchContract.list>) {
  let query = branchesWithin(ctx).where(equalTo('branch.status', input.status))
  if (input.q) query = query.where(matching(ctx, Branch, { name: 'branch.name', code: 'branch.code' }, input.q))
  return listPage(ctx, {
    query,
    input,
    sorts: { name: { column: 'branch.name' } },
    defaultSort: 'name',
    tie: 'branch.id',
    present: presentBranch,
  })
}

async function getBranch(ctx: Context, { params }: Parsed<typeof branchContract.get>): Promise<Branch> {
  const row = await branchesWithin(ctx).where('branch.id', '=', params.id).executeTakeFirst()
  return row ? presentBranch(row) : notFound('branch')
}

function presentBranch(row: Selectable<BranchTable>): Branch {
  const { id, code, name, currency, version } = row
  return {
    id,
    code,
    name,
    partnerName: row.partner_name,
    timeZone: row.time_zone,
    currency,
    status: row.status as Branch['status'],
    version,
  }
}
