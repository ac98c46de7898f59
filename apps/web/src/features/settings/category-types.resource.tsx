import { categoryTypeContract } from '@larder/contract'
import { defineResource } from '#kit/resource/define.ts'
import { storeGroup } from './store-group.ts'

/** Groups of stores that customers browse by; one set per vertical. */
export const categoryTypes = defineResource(categoryTypeContract, {
  ...storeGroup('Category type'),
  label: ['Category type', 'Category types'],
  emptyText: 'Groups that customers browse stores by.',
})
