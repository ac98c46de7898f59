import { newId } from '@larder/contract'
import { addMachine } from '../../factories.ts'
import type { Examples } from '../world.ts'

/** Calls of machines, and of the program that pairs one. */
export const examples: Examples = ({ app, db, admin, store }) => {
  const draft = () => ({ name: `Till ${newId()}`, storeId: store.id, kind: 'till' })
  const paired = (body: object) => async () => {
    const { id } = await addMachine(db, store)
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
