import { cuisineContract } from '@larder/contract'
import { defineResource } from '#kit/resource/define.ts'
import { storeGroup } from './store-group.ts'

export const cuisines = defineResource(cuisineContract, {
  ...storeGroup('Cuisine'),
  label: ['Cuisine', 'Cuisines'],
  emptyText: 'Cuisines a restaurant can list.',
})
