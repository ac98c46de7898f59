import { storeContract, verticals } from '@larder/contract'
import { referenceField } from '#kit/fields/choice-fields.tsx'
import { textField } from '#kit/fields/fields.tsx'

/** To which store something of a menu is copied, and what it is called there. */
export const copyFields = [
  referenceField('storeId', {
    label: 'To',
    from: storeContract,
    title: ({ name }) => name,
    hint: ({ vertical, branch }) => `${verticals[vertical].label}, ${branch.name}`,
  }),
  textField('name', { help: 'What it is called there: that store may have nothing else of this name' }),
]
