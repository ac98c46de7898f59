import { addMinutes, currentInstant } from '@larder/contract'
import { addStore } from '../../factories.ts'
import type { Examples } from '../world.ts'

/** Good calls of what is done with a store. */
export const examples: Examples = ({ db, branch, area, at, somebody }) => ({
  'store.setOpenModeOfMany': async () => ({
    as: await somebody(),
    body: { query: { areaId: area.id }, act: { mode: 'paused', until: null } },
  }),

  'store.update': async () => at((await addStore(db, { branch, area })).id, { prepMinutes: 25 }),
  'store.setOpenMode': async () => at((await addStore(db, { branch, area })).id, { mode: 'busy', until: addMinutes(currentInstant(), 60) }),
  'store.suspend': async () => at((await addStore(db, { branch, area })).id, { reason: 'Licence ended' }),
  'store.reinstate': async () => at((await addStore(db, { branch, area, status: 'suspended' })).id, { reason: 'Licence renewed' }),
})
