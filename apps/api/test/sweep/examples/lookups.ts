import { pngOf } from '../../pictures.ts'
import type { Examples } from '../world.ts'

/** Good calls of what stands alone. */
export const examples: Examples = ({ db }) => ({
  'file.create': async () => ({ body: pngOf(), type: 'image/png' }),

  'setup.confirm': async () => ({ params: { step: (await db.deleteFrom('setup_step').execute()) && 'tax' }, body: {} }),
  'audit-verdict.verify': async () => ({ body: {} }),
  'order-status.update': async () => {
    const { id, version } = await db.selectFrom('order_status').selectAll().where('status', '=', 'ready').executeTakeFirstOrThrow()
    return { params: { id }, body: { version, label: `Packed ${version}` } }
  },
})
