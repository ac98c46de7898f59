import type { Parsed, Store, storeContract } from '@larder/contract'
import type { Context } from '#kit/context.ts'
import { refuse } from '#kit/errors.ts'
import { whyNot } from './store.policy.ts'
import { changeStore } from './store.write.ts'

/** Takes a live store off the market; its orders under way go on. */
export function suspendStore(ctx: Context, { params, body }: Parsed<typeof storeContract.suspend>): Promise<Store> {
  return changeStore(ctx, { id: params.id, action: 'suspend', ...body }, (old) => {
    const because = whyNot('suspend', old)
    if (because) refuse('store-not-live', because)
    return { columns: { status: 'suspended', status_reason: body.reason } }
  })
}

/** Brings a suspended store back. */
export function reinstateStore(ctx: Context, { params, body }: Parsed<typeof storeContract.reinstate>): Promise<Store> {
  return changeStore(ctx, { id: params.id, action: 'reinstate', ...body }, (old) => {
    const because = whyNot('reinstate', old)
    if (because) refuse('store-not-suspended', because)
    return { columns: { status: 'live', status_reason: null } }
  })
}
