import type { RiderDraft } from '@larder/contract'
import { sql } from 'kysely'
import { inScope } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'
import { oneAtATime } from '#kit/record/quota.ts'
import type { Problems } from '#kit/resource/declaration.ts'

type Part = Partial<RiderDraft>

interface Facts {
  ctx: Context
  row: { branch_id: string; currency: string } | null
  body: Part
}

/** What is wrong with a rider, or with a change of one, by field. */
export async function problemsOfRider({ ctx, row, body }: Facts): Promise<Problems<Part> | null> {
  const branchId = row?.branch_id ?? body.branchId ?? ''
  const branches = ctx.db.selectFrom('branch').select('currency').where('id', '=', branchId)
  const branch = await inScope(ctx, branches, { branch: 'branch.id' }).executeTakeFirst()
  if (!branch) return { branchId: 'does not exist' }
  const { cashLimit, areaIds = [], documents = [] } = body
  if (cashLimit && cashLimit.currency !== branch.currency) return { cashLimit: `must be in ${branch.currency}` }
  if (areaIds.length > 0) {
    const found = await sql<{ count: number }>`select count(*)::int as count from area
      where id = any(${areaIds}::uuid[]) and branch_id = ${branchId}`.execute(ctx.db)
    if (found.rows[0]?.count !== new Set(areaIds).size) return { areaIds: 'has one that is none of this branch' }
  }
  for (const [index, { imageId }] of documents.entries()) {
    const kept = imageId && (await ctx.db.selectFrom('file').select('id').where('id', '=', imageId).executeTakeFirst())
    if (imageId && !kept) return { [`documents.${index}.imageId`]: 'is not a picture that was kept' }
  }
  return null
}

/** The next rider's number: one at a time asks for it. */
export async function nextNumber(work: Work): Promise<string> {
  await oneAtATime(work, 'rider', 'number')
  const { rows } = await sql<{ last: number | null }>`
    select max(substring(number from '^RD-(\\d{1,9})$')::int) as last from rider`.execute(work.db)
  return `RD-${(rows[0]?.last ?? 100) + 1}`
}
