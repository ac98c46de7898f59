import { areaContract, storeContract, storeLocationContract } from '@larder/contract'
import { backdropFrom } from '#kit/fields/backdrop.tsx'

/** What the installation has to tell where on earth something is, without any tiles. */
export const areasAround = backdropFrom(areaContract.list, ({ rows }) => ({ areas: rows }))
export const localitiesAround = backdropFrom(storeLocationContract.list, ({ rows }) => ({ localities: rows }))
export const storesAround = backdropFrom(storeContract.list, ({ rows }) => ({ stores: rows }))
