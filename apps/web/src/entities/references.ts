import { areaContract, branchContract, claimFilterLabels, storeContract, verticalKeys, verticals } from '@larder/contract'
import { type Option, optionsOf } from '#kit/fields/options.ts'
import { oneOf, referenceFilter } from '#kit/filters/filters.tsx'

const titled = (row: { name: string }) => row.name

/** Where records that others refer to are found by typing, and what they are called. */
export const references = {
  area: { from: areaContract, title: titled },
  branch: { from: branchContract, title: titled },
  store: { from: storeContract, title: titled },
}

export const branchFilter = referenceFilter('branchId', { label: 'Branch', ...references.branch })
export const storeFilter = referenceFilter('storeId', { label: 'Store', ...references.store })

/** Orders by who handles them. */
export const claimFilter = oneOf('claim', optionsOf(claimFilterLabels), { label: 'Claim' })

export const verticalOptions: readonly Option[] = verticalKeys.map((value) => ({ value, label: verticals[value].label }))
