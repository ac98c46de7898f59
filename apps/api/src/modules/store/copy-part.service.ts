import { readOnly } from '#db/database.ts'
import type { Context, Work } from '#kit/context.ts'
import { invalid } from '#kit/errors.ts'
import { refuseStale } from '#kit/record/stale.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { whyNotCopyBetween } from './copy-menu.service.ts'

interface Part {
  id: string
  storeId: string
  version: number
}
interface Asked {
  params: { id: string }
  /** What else it says is said of the new one. */
  body: { version: number; storeId: string; name: string }
}
/** The kind of record as `resource` has it, its types set aside. */
interface Parts<P> {
  read(ctx: Context, id: string): Promise<P>
  create(ctx: Context, draft: never, more: never): Promise<P>
}

interface Copying<P, D> {
  /** What the copy has of one, for a store. */
  draftOf(one: P, ctx: Context, storeId: string): D | Promise<D>
  /** Keeps what of it is in other tables, and tells it. */
  keeps?(work: Work, id: string, draft: D, ctx: Context): Promise<object>
}

/**
 * Copies one of a store's menu to another store of its vertical, behind what that one has. From then on each is kept by itself; the copy's
 * history begins with whose copy it is.
 */
export function copyingOf<P extends Part, D extends object>(entity: string, { read, create }: Parts<P>, { draftOf, keeps }: Copying<P, D>) {
  return (ctx: Context, { params, body: { version, storeId, ...said } }: Asked): Promise<P> =>
    unitOfWork(ctx, async (work) => {
      const inside = { ...ctx, db: readOnly(work.db), within: work }
      const one = await read(inside, params.id)
      if (one.version !== version) await refuseStale(inside.db, { entity, id: one.id, current: one })
      const own = await inside.db
        .selectFrom('store')
        .select(['vertical', 'currency'])
        .where('id', '=', one.storeId)
        .executeTakeFirstOrThrow()
      const problem = storeId === one.storeId ? 'is its own store' : await whyNotCopyBetween(inside, storeId, own)
      if (problem) invalid({ 'body.storeId': problem })
      const draft = await draftOf(one, inside, storeId)
      const parts = async ({ now }: { now: { id: string } }) => ({
        old: {},
        new: { copy_of: one.id, ...(await keeps?.(work, now.id, draft, inside)) },
      })
      return create(inside, { ...draft, storeId, ...said } as never, { parts } as never)
    })
}
