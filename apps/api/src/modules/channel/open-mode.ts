import type { channelContract, Output, Parsed } from '@larder/contract'
import { readOnly } from '#db/database.ts'
import { inScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { notFound } from '#kit/errors.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { stores } from '#modules/store/store.service.ts'
import { storeScope } from './catalogue.ts'

/** A store says whether it takes orders, as its staff would: whatever version of it the program knew. */
export async function setOpenMode(
  ctx: Context,
  { params, body }: Parsed<typeof channelContract.setOpenMode>,
): Promise<Output<typeof channelContract.setOpenMode>> {
  return unitOfWork(ctx, async (work) => {
    const own = inScope(ctx, readOnly(work.db).selectFrom('store').select(['store.id', 'version']), storeScope)
    const { id, version } = (await own.where('store.id', '=', params.id).forNoKeyUpdate().executeTakeFirst()) ?? notFound('store')
    const inside = { ...asStore(ctx, id), within: work }
    const { openMode, openModeUntil, isOpenNow } = await stores.handlers.setOpenMode(inside, { params, body: { ...body, version } })
    return { id, openMode, openModeUntil, isOpenNow }
  })
}

/** The same caller, who reaches this store and nothing else. */
export function asStore(ctx: Context, id: string): Context {
  return { ...ctx, actor: { ...ctx.actor, scope: { kind: 'store', ids: [id] } } }
}
