import type { Context, Work } from '#kit/context.ts'

/** Says to a person's own devices, and to nobody else, that what `/me` says of them has changed. */
export function tellOwnDevices({ actor }: Context, work: Work): void {
  const own = { permission: 'signed-in', branchId: null, storeId: null, staffId: actor.id } as const
  work.notify({ kind: 'changed', entity: 'me', entityId: actor.id, version: 1, ...own, payload: null })
}
