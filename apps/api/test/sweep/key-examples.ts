import { newId } from '@larder/contract'
import { addMachine } from '../factories.ts'
import type { Caller, TestApp } from '../test-app.ts'
import type { Example } from './examples.ts'

/** Calls of channel keys, where what one can have follows from its kind and who makes one is told more than the record, and of machines. */
export function keyExamples(app: TestApp, admin: Caller, store: { id: string }): Record<string, () => Promise<Example>> {
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
    ...machineExamples(app, admin, store),
    'channel-key.create': async () => ({ body: draft() }),
    'channel-key.update': made({ perMinute: 600 }),
    'channel-key.rotate': made({ overlapDays: 1 }),
    'channel-key.revoke': made({ reason: 'The till was sold' }),
  }
}

/** Calls of machines, and of the program that pairs one. */
function machineExamples(app: TestApp, admin: Caller, store: { id: string }): Record<string, () => Promise<Example>> {
  const draft = () => ({ name: `Till ${newId()}`, storeId: store.id, kind: 'till' })
  const paired = (body: object) => async () => {
    const { id } = await addMachine(app.database.db, store)
    return { params: { id }, body: { version: 1, ...body } }
  }
  return {
    'machine.create': async () => ({ body: draft() }),
    'machine.update': paired({ name: 'Till at the door' }),
    'machine.newCode': paired({}),
    'machine.testMessage': paired({ text: 'Can you hear me?' }),
    'machine.revoke': paired({ reason: 'Sold' }),
    'channel.pair': async () => ({ body: { code: (await app.call('POST /machines', { as: admin, body: draft() })).body.code } }),
  }
}
