import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fieldOf } from '../range.ts'
import { crateContract } from '../resources/crate.ts'
import { ReasonCode } from '../resources/order-shapes.ts'
import { Email, reference, text, Url } from './text.ts'

const Name = text({ max: 80 })
const problemOf = (schema: z.ZodMiniType, value: unknown) => z.safeParse(schema, value).error?.issues[0]?.message
const family = '👨‍👩‍👧‍👦'

describe('text', () => {
  test('is trimmed, NFC, and its line ends are LF', () => {
    expect(z.parse(Name, '  Cafe\u0301 \u00a0')).toBe('Café')
    expect(z.parse(text({ max: 80, multiline: true }), 'one\r\n\ttwo\n')).toBe('one\n\ttwo')
  })

  test.each([
    ['NUL', 'a\u0000b'],
    ['a C0 control', 'a\u0007b'],
    ['a lone carriage return', 'a\rb'],
    ['DEL', 'a\u007fb'],
    ['a C1 control', 'a\u0085b'],
    ['a lone high surrogate', 'a\ud800b'],
    ['a lone low surrogate', 'a\udc00b'],
    ['a right-to-left override', 'a\u202eb'],
    ['a bidi isolate', 'a\u2066b'],
  ])('with %s is refused, multiline or not', (_, value) => {
    expect(problemOf(Name, value)).toBe('contains a character that is not allowed')
    expect(problemOf(text({ max: 80, multiline: true }), value)).toBe('contains a character that is not allowed')
  })

  test.each(['a\nb', 'a\tb', 'a\u2028b'])('%j needs more than one line', (value) => {
    expect(problemOf(Name, value)).toBe('must be on one line')
    expect(problemOf(text({ max: 80, multiline: true }), value)).toBeUndefined()
  })

  test.each(['', '   ', '\u200b', '\u200d\u2060', '\u00ad'])('%j shows nothing and counts as missing', (value) => {
    expect(problemOf(Name, value)).toBe('is required')
    expect(problemOf(text({ min: 0, max: 80 }), value)).toBeUndefined()
  })

  test('length is what people count, with a cap on bytes', () => {
    expect(problemOf(text({ max: 3 }), 'കേരളം')).toBeUndefined()
    expect(problemOf(text({ max: 4 }), family)).toBeUndefined()
    expect(problemOf(text({ min: 2, max: 8 }), family)).toBe('is too short: at least 2 characters')
    expect(problemOf(Name, 'a'.repeat(81))).toBe('is too long: at most 80 characters')
    expect(problemOf(Name, `a${'\u0301'.repeat(1000)}`)).toBe('is too long: at most 80 characters')
    expect(problemOf(text({ max: 1 }), family)).toBe('is too long: at most 1 characters')
  })

  test('that is accepted is accepted again unchanged, and holds nothing that a database or a file would choke on', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.boolean(), (value, multiline) => {
        const schema = text({ min: 0, max: 40, multiline })
        const parsed = z.safeParse(schema, value)
        if (!parsed.success) return
        expect(z.parse(schema, parsed.data)).toBe(parsed.data)
        expect(parsed.data).toBe(parsed.data.normalize('NFC').trim())
        expect(parsed.data.isWellFormed() && !parsed.data.includes('\u0000')).toBe(true)
        expect(encodeURIComponent(parsed.data).replace(/%../g, '.').length).toBeLessThanOrEqual(320)
      }),
      { numRuns: 2000 },
    )
  })

  test('of another type is told so', () => {
    expect([5, ['a']].map((value) => problemOf(Name, value))).toEqual(Array(2).fill('must be text'))
    for (const nothing of [undefined, null])
      expect([Name, Email, Url].map((schema) => problemOf(schema, nothing))).toEqual(Array(3).fill('is required'))
  })
})

test('a reference is what it looks like', () => {
  const refused = ['pay\u200b_1', 'pay_1\ufe0f', 'p\u00ady_1', 'pay\u2060_1', 'ｐay_1', 'ﬁ']
  expect(refused.filter((value) => z.safeParse(reference(80), value).success)).toEqual([])
  for (const kept of ['pay_1', 'Bestellung Nr. 7/ä', 'ഓർഡർ-1']) expect(z.parse(reference(80), kept)).toBe(kept)
  expect(problemOf(reference(80), 'pay\u200b_1')).toBe('contains a character that cannot be seen')
  const codes = [ReasonCode, fieldOf(crateContract.create.shape.body, 'code') as z.ZodMiniType]
  expect(codes.map((code) => problemOf(code, 'A\u200b1'))).toEqual(Array(2).fill('contains a character that cannot be seen'))
})

test('an e-mail address is kept in small letters', () => {
  expect(z.parse(Email, ' Anil.K@Larder.TEST ')).toBe('anil.k@larder.test')
  for (const wrong of [
    'anil',
    'anil@',
    '@larder.test',
    'a b@larder.test',
    'a@b',
    'a\u0000@larder.test',
    `${'a'.repeat(250)}@larder.test`,
  ]) {
    expect(z.safeParse(Email, wrong).success).toBe(false)
  }
})

test.each(['https://larder.test', 'https://cdn.larder.test/a/b.png?x=1#y', 'https://larder.test/@anil'])('%j is a web address', (value) => {
  expect(z.parse(Url, value)).toBe(value)
})

test.each([
  'http://larder.test',
  'javascript:alert(1)',
  'https:larder.test',
  'https://localhost/x',
  'https://127.0.0.1/x',
  'https://[::1]/x',
  'https://anil@larder.test',
  'https://anil:secret@larder.test',
  'https://larder.test\\@evil.test',
  'https://lar\nder.test',
  'https://larder.test/a b',
  'https://larder.test/a\u0000b',
  'https://larder.test/\ud800',
  `https://larder.test/${'a'.repeat(2048)}`,
])('%j is no web address of ours', (value) => {
  expect(z.safeParse(Url, value).success).toBe(false)
})
