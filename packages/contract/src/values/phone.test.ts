import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { CallingCode, formatPhone, maskPhone, normalisePhone, Phone, phoneDigits } from './phone.ts'

test.each([
  ['+91 98470 12345', '+919847012345'],
  ['098470-12345', '+919847012345'],
  ['9847012345', '+919847012345'],
  ['919847012345', '+919847012345'],
  ['9198470123', '+919198470123'],
  ['0091 9847012345', '+919847012345'],
  ['+91 098470 12345', '+919847012345'],
  ['0471-2345678', '+914712345678'],
  ['+44 (0)20 7946 0958', '+442079460958'],
  ['+1 (415) 555-2671', '+14155552671'],
  ['＋９１ ９８４７０１２３４５', '+919847012345'],
  ['98470\u201112345', '+919847012345'],
  ['+971 50 123 4567', '+971501234567'],
])('%j is %s in India', (text, e164) => {
  expect(normalisePhone(text, '91')).toBe(e164)
  expect(normalisePhone(z.parse(Phone, text), '91')).toBe(e164)
})

test('what carries its calling code is complete, what does not waits for the country of the installation', () => {
  expect(z.parse(Phone, '+1 (415) 555-2671')).toBe('+14155552671')
  expect(z.parse(Phone, '00 91 9847012345')).toBe('+919847012345')
  expect(z.parse(Phone, '(212) 555-0123')).toBe('2125550123')
  expect(normalisePhone(z.parse(Phone, '(212) 555-0123'), '1')).toBe('+12125550123')
})

test.each(['91', '1', '971'])('%s is a calling code', (code) => {
  expect(z.safeParse(CallingCode, code).success).toBe(true)
})
test.each(['', '+91', '9', '0', '12', '9999', 'IN'])('%j is no calling code', (code) => {
  expect(z.safeParse(CallingCode, code).success).toBe(false)
})

test.each([
  '',
  '+',
  '12',
  '+91 98470',
  '98470123456789',
  '+0 123456789',
  '+91 0000000000',
  'call me',
  '98470 12345 x9',
  '++919847012345',
  '+1 015 555 2671',
  '9'.repeat(60),
  '98470\u000012345',
])('%j is no phone number', (text) => {
  const parsed = z.safeParse(Phone, text)
  expect(parsed.success ? normalisePhone(parsed.data, '91') : parsed.error.issues[0]?.message).toBe(
    parsed.success ? null : 'is not a phone number',
  )
  expect(normalisePhone(text, '91')).toBe(null)
})

test('another default country takes its own numbers', () => {
  expect(normalisePhone('(415) 555-2671', '1')).toBe('+14155552671')
  expect(normalisePhone('1 415 555 2671', '1')).toBe('+14155552671')
  expect(normalisePhone('020 7946 0958', '44')).toBe('+442079460958')
})

test('what comes out goes in unchanged, formatted or not, and nothing typed throws', () => {
  const typed = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^\+?[0-9 ()-]{6,18}$/))
  fc.assert(
    fc.property(typed, (text) => {
      const e164 = normalisePhone(text, '91')
      if (e164 === null) return
      expect(e164).toMatch(/^\+[1-9]\d{5,14}$/)
      expect(normalisePhone(e164, '91')).toBe(e164)
      expect(normalisePhone(formatPhone(e164), '91')).toBe(e164)
    }),
    { numRuns: 3000 },
  )
})

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
