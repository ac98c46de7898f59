import type { Address } from '@larder/contract'
import { expect, test } from 'vitest'
import { blank, bodyOf, greeted, type Typed } from './typed.ts'

const at = (line1: string) => ({ line1, locality: 'Vyttila' }) as Address
const rashid = { name: 'Rashid', addresses: [at('Bethel'), at('Work')] }
const leela = { name: 'Leela', addresses: [at('Anugraha')] }

test('the next caller is not sent to the one before; what was typed stays', () => {
  const first = { ...blank, ...greeted(blank, rashid) }
  expect(first).toMatchObject({ name: 'Rashid', address: at('Bethel') })
  expect(greeted(first, leela)).toMatchObject({ name: 'Leela', address: at('Anugraha') })
  const atWork = { ...first, address: at('Work') }
  expect(greeted(atWork, rashid), 'found once more, where they chose').toMatchObject({ name: 'Rashid', address: at('Work') })
  expect(greeted(atWork, null), 'nobody known has the number').toMatchObject({ name: '', address: null })
  const typed = { ...first, name: 'Rashid’s wife', isNameKnown: false, address: at('Hotel'), isAddressKnown: false }
  expect(greeted(typed, leela)).toMatchObject({ name: 'Rashid’s wife', address: at('Hotel') })
})

test('what was filled in for a caller goes with the next one too where the page was left between', () => {
  const kept: Typed = JSON.parse(JSON.stringify({ ...blank, ...greeted(blank, rashid) }))
  const none = { ...kept, ...greeted(kept, null) }
  expect({ ...none, ...greeted(none, leela) }).toMatchObject({ name: 'Leela', address: at('Anugraha') })
  expect(greeted(kept, leela)).toMatchObject({ name: 'Leela', address: at('Anugraha') })
})

test('what only orders of a vertical carry is sent once something of it was said, with the vertical of the chosen store', () => {
  const typed: Typed = {
    ...blank,
    storeId: 's1',
    vertical: 'cakes',
    details: { message: ' Happy birthday ', weightGrams: null, iced: false },
  }
  const said = { vertical: 'cakes', message: 'Happy birthday', flavour: '', weightGrams: 0, eggless: false }
  expect(bodyOf(typed, null).details).toEqual(said)
  expect(bodyOf({ ...typed, details: { message: '  ', eggless: false } }, null)).not.toHaveProperty('details')
  expect(bodyOf({ ...typed, vertical: 'fish' }, null).details, 'of another store').toEqual({
    vertical: 'fish',
    cleaning: 'cleaned',
    iced: false,
  })
  expect(bodyOf({ ...typed, vertical: null }, null)).not.toHaveProperty('details')
})
