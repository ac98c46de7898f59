import type { Address } from '@larder/contract'
import { expect, test } from 'vitest'
import { blank, greeted } from './typed.ts'

const at = (line1: string) => ({ line1, locality: 'Vyttila' }) as Address
const rashid = { name: 'Rashid', addresses: [at('Bethel'), at('Work')] }
const leela = { name: 'Leela', addresses: [at('Anugraha')] }

test('the next caller is not sent to the one before; what was typed stays', () => {
  const first = { ...blank, ...greeted(blank, rashid, null) }
  expect(first).toMatchObject({ name: 'Rashid', address: at('Bethel') })
  expect(greeted(first, leela, rashid)).toEqual({ name: 'Leela', address: at('Anugraha') })
  expect(greeted({ ...first, address: at('Work') }, null, rashid), 'nobody known has the number').toEqual({ name: '', address: null })
  const typed = { ...first, name: 'Rashid’s wife', address: at('Hotel') }
  expect(greeted(typed, leela, rashid)).toEqual({ name: 'Rashid’s wife', address: at('Hotel') })
})
