import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchKey, slug } from './search-key.ts'

test.each([
  ['  Malabar\t\n Fish ', 'malabar fish'],
  ['CAFÉ', 'café'],
  ['Cafe\u0301', 'café'],
  ['ﬁsh', 'fish'],
  ['Ｆｉｓｈ', 'fish'],
  ['Straße', 'strasse'],
  ['STRAẞE', 'strasse'],
  ['കേരളം', 'കേരളം'],
])('%j is found as %j', (text, key) => {
  expect(searchKey(text)).toBe(key)
})

test('a key is its own key, and composed or not, capital or not, text has the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const key = searchKey(text)
      expect(searchKey(key)).toBe(key)
      expect(searchKey(text.normalize('NFD'))).toBe(key)
      expect(searchKey(` ${text}  `)).toBe(key)
    }),
    { numRuns: 2000 },
  )
  fc.assert(fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => searchKey(text.toUpperCase()) === searchKey(text)))
})

test('a slug keeps letters and digits of any script and nothing else', () => {
  expect(['Fish & Chips', ' Crème Brûlée! ', 'കേരള സദ്യ', '—', '12 a/b'].map(slug)).toEqual([
    'fish-chips',
    'creme-brulee',
    'കേരള-സദ്യ',
    '',
    '12-a-b',
  ])
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(slug(text)).toMatch(/^(?:[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*)?$/u)
    }),
  )
})
