import { customerContract } from '@larder/contract'
import type { FilterInputProps } from '#kit/filters/filter.ts'
import { referenceFilter } from '#kit/filters/filters.tsx'

/** Where a customer is found by typing: beside the other references, which come with every board. */
export const customerReference = { from: customerContract, title: (row: { name: string }) => row.name }

const filter = referenceFilter('customerId', { label: 'Customer', ...customerReference })

/** What finds a customer in the filters of a list that comes without what customers are. */
export function CustomerFilterInput(props: FilterInputProps) {
  return filter.input(props)
}
