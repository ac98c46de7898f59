import { cuisineContract, storeContract } from '@larder/contract'
import { expect, test } from 'vitest'
import { action, confirmAction } from '../actions/action.ts'
import { money, reference, text } from '../cells/columns.tsx'
import { group } from '../fields/field.ts'
import { moneyField, textField } from '../fields/fields.tsx'
import { search, toggle } from '../filters/filters.tsx'
import { defineResource } from './define.ts'

const named = { label: ['Cuisine', 'Cuisines'] as const, title: (row: { name: string }) => row.name }

/** What must not compile: the type checker reads this file too, and an expected error that is none is one. */
test('a definition is typed to its contract', () => {
  const cuisines = defineResource(cuisineContract, {
    ...named,
    columns: [text('name')],
    filters: [search('Name'), toggle('active', 'Shown')],
  })
  expect([cuisines.entity, cuisines.contract]).toEqual(['cuisine', cuisineContract])
  // @ts-expect-error a cuisine has no colour
  defineResource(cuisineContract, { ...named, columns: [text('colour')] })
  // @ts-expect-error its name is no amount
  defineResource(cuisineContract, { ...named, columns: [money('name')] })
  // @ts-expect-error its list has no such filter
  defineResource(cuisineContract, { ...named, columns: [], filters: [toggle('colour', 'Colour')] })
  // @ts-expect-error the second field is not in the draft
  defineResource(cuisineContract, { ...named, columns: [], form: [group('Cuisine', [textField('name'), textField('colour')])] })
  // @ts-expect-error the draft's name is no amount
  defineResource(cuisineContract, { ...named, columns: [], form: [group('Cuisine', [moneyField('name')])] })
})

test('an act is typed to its endpoint', () => {
  expect(action(storeContract.setOpenMode, { label: 'Pause', body: () => ({ mode: 'paused' }) }).key).toBe('setOpenMode')
  // @ts-expect-error there is no such mode
  action(storeContract.setOpenMode, { label: 'Pause', body: () => ({ mode: 'asleep' }) })
  // @ts-expect-error suspending asks no colour
  confirmAction(storeContract.suspend, { label: 'Suspend', question: () => 'It goes.', asks: [textField('colour')] })
  expect(reference('area', 'area').text({ area: { id: 'a', name: 'Kaloor' } })).toBe('Kaloor')
})
