import { storeContract } from '@larder/contract'

const { create, ...profile } = storeContract

/** A store as its page and the list of all have it: it is brought in elsewhere. */
export const storeProfileContract = profile

/** A store as it is brought in: its steps, and who is on the way. */
export const newStoreContract = { list: profile.list, create }
