import type { Output, Parsed, sessionContract } from '@larder/contract'
import { sql } from 'kysely'
import type { Context } from '#kit/context.ts'
import { invalid } from '#kit/errors.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'

type Contract = typeof sessionContract

/** Shows a picture that the person sent themselves as theirs, wherever they are named; the one before it goes once nobody names it for a day. */
export function changeOwnPicture(ctx: Context, { body }: Parsed<Contract['changePicture']>): Promise<Output<Contract['changePicture']>> {
  const { imageId } = body
  return unitOfWork(ctx, async (work) => {
    const own = work.db.selectFrom('staff').where('id', '=', ctx.actor.id)
    const { image_id: before } = await own.select('image_id').forUpdate().executeTakeFirstOrThrow()
    if (before === imageId) {
      work.nothing()
      return { imageId }
    }
    if (imageId) {
      const sent = work.db.selectFrom('file').select('id').where('id', '=', imageId).where('created_by', '=', ctx.actor.id)
      // Held until this is committed: the purge does not take it in between.
      if (!(await sent.forKeyShare().executeTakeFirst())) invalid({ 'body.imageId': 'is not a picture that you sent' })
    }
    const { version } = await work.db
      .updateTable('staff')
      .set({ image_id: imageId, version: sql`version + 1`, updated_at: sql`now()` })
      .where('id', '=', ctx.actor.id)
      .returning('version')
      .executeTakeFirstOrThrow()
    // Told to their own devices: whoever lists accounts finds it there the next time.
    const heard = { permission: 'signed-in', branchId: null, storeId: null, staffId: ctx.actor.id } as const
    const sides = { old: { image_id: before }, new: { image_id: imageId } }
    work.record({ ...heard, entity: 'staff', id: ctx.actor.id, version, action: 'changePicture', ...sides })
    return { imageId }
  })
}
