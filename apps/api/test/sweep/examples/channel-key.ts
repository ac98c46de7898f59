import { newId } from '@larder/contract'
import type { Examples } from '../world.ts'

/** Calls of channel keys, where what one can have follows from its kind and who makes one is told more than the record. */
export const examples: Examples = ({ app, admin, store }) => {
  const draft = () => ({
    name: `Till ${newId()}`,
    perMinute: null,
    kind: 'till',
    reach: 'store',
    placeIds: [store.id],
    scopes: ['channel:orders', 'channel:machines'],
  })
  const made = (body: object) => async () => {
    const answer = await app.call('POST /channel-keys', { as: admin, body: draft() })
    return { params: { id: answer.body.channelKey.id }, body: { version: 1, ...body } }
  }
  return {
    'channel-key.create': async () => ({ body: draft() }),
    'channel-key.update': made({ perMinute: 600 }),
    'channel-key.rotate': made({ overlapDays: 1 }),
    'channel-key.revoke': made({ reason: 'The till was sold' }),
  }
}
