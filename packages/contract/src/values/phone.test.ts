import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { CallingCode, formatPhone, maskPhone, Phone, phoneDigits, phoneLink } from './phone.ts'

test.each([
  '+91 98470 12345',
  '098470-12345',
  '+44 (0)20 7946 0958',
  '030/123456',
  '＋９１ ９８４７０１２３４５',
  '98470\u201112345',
  '\u200e+91 98470 12345\u202c',
])('%j is left as it was written', (text) => {
  expect(z.parse(Phone, text)).toBe(text)
})

test.each(['91', '1', '971'])('%s is a calling code', (code) => {
  expect(z.safeParse(CallingCode, code).success).toBe(true)
})
test.each(['', '+91', '0', '091', '9999', 'IN'])('%j is no calling code', (code) => {
  expect(z.safeParse(CallingCode, code).success).toBe(false)
})

test.each(['', '+', '12', 'call me', '98470 12345 x9', '++919847012345', '1'.repeat(21), '9'.repeat(60), '98470\u000012345'])(
  '%j is written like no phone number',
  (text) => {
    expect(z.safeParse(Phone, text).error?.issues[0]?.message).toBe('is not a phone number')
  },
)

test('numbers are written in groups', () => {
  expect(['+919847012345', '+14155552671', '+442079460958', '+2905123', 'none'].map(formatPhone)).toEqual([
    '+91 98470 12345',
    '+1 415 555 2671',
    '+44 207 946 0958',
    '+290 5123',
    'none',
  ])
})

test('a mask tells the country, two digits and three, of short numbers two; never all', () => {
  expect(maskPhone('+919847012345')).toBe('+91 98••• ••345')
  expect(maskPhone('+14155552671')).toBe('+1 41• ••• •671')
  expect(maskPhone('+2905123')).toBe('+290 ••23')
  expect(maskPhone('9847012345')).toBe('••••••••••')
})

test('a search finds the stored digits whatever way the number was typed', () => {
  for (const typed of ['098470 12345', '+91 98470-12345', '98470', '0091 98470']) expect('919847012345').toContain(phoneDigits(typed))
  expect(phoneDigits('Anil')).toBe('')
})

test('a whole number can be called, a masked one and any other text cannot', () => {
  expect(phoneLink('+919847012345')).toBe('tel:+919847012345')
  for (const text of ['+91 98••• ••345', '', '+', 'tel:+919847012345', '+91984701\n2345', '//canary.test'])
    expect(phoneLink(text)).toBeNull()
})
