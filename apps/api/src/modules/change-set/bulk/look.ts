import type { BulkLook, changeSetContract, Parsed } from '@larder/contract'
import type { Context } from '#kit/context.ts'
import { countMatched, readMatched } from './match.ts'
import { changedValues } from './work-out.ts'

const shown = 8

/** What a bulk change would come to: how many items, and the first of them. */
export async function lookAtBulk(ctx: Context, { body }: Parsed<typeof changeSetContract.look>): Promise<BulkLook> {
  const { filter, change } = body
  const [counts, first] = await Promise.all([countMatched(ctx, filter), readMatched(ctx, filter, { after: null, limit: shown })])
  return {
    ...counts,
    first: first.map(({ id, store_id, store_name, currency, values }) => {
      const before = Number(values.price)
      const after = change ? changedValues(values, change, currency).values.price : undefined
      return {
        id,
        store: { id: store_id, name: store_name },
        name: String(values.name),
        currency,
        before,
        after: typeof after === 'number' ? after : null,
      }
    }),
  }
}
