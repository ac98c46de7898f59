import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordsOf } from '../../../../test/menu-words.ts'
import type { Word } from '../read/page.ts'
import { amountOf, minorOf } from './amount.ts'
import { parsePage } from './parse-page.ts'

const rows = (lines: readonly string[], currency = 'INR') =>
  parsePage(wordsOf(lines), currency).map(({ category, name, variant, minor, mark, description }) =>
    [category, name, variant, minor, mark, description].map((part) => part ?? '').join('|'),
  )

test('prices on the right, with headings, descriptions and veg marks', () => {
  expect(
    rows([
      '#BREADS',
      'Butter Naan (Veg)                          45',
      '-brushed with white butter and herbs',
      'Kerala Porotta                             30',
      '#Main course',
      'Chicken 65 (Non-veg)                      220',
      'Malabar Fish Curry                      1,250',
    ]),
  ).toEqual([
    'Breads|Butter Naan||4500|veg|brushed with white butter and herbs',
    'Breads|Kerala Porotta||3000||',
    'Main course|Chicken 65||22000|non-veg|',
    'Main course|Malabar Fish Curry||125000||',
  ])
})

test('columns of sizes by what stands at their heads', () => {
  expect(
    rows([
      'Biryani                    Half      Full',
      'Chicken Biryani             120       220',
      'Chicken 65 Biryani          140       240',
      'Egg Biryani                           150',
    ]),
  ).toEqual([
    'Biryani|Chicken Biryani|Half|12000||',
    'Biryani|Chicken Biryani|Full|22000||',
    'Biryani|Chicken 65 Biryani|Half|14000||',
    'Biryani|Chicken 65 Biryani|Full|24000||',
    'Biryani|Egg Biryani|Full|15000||',
  ])
})

/** A page as a reader sees it that is not sure of all: words by their text, changed. */
const seen = (lines: readonly string[], change: (word: Word, words: readonly Word[]) => Partial<Word>) => {
  const page = wordsOf(lines)
  return parsePage({ ...page, words: page.words.map((word) => ({ ...word, ...change(word, page.words) })) }, 'INR')
}

test('words of one phrase stay together where the first of them was given the room of all', () => {
  const lines = ['Cakes                   Half kg      1 kg', 'Beetroot and Feta          450       800']
  const reach: Record<string, string> = { Half: 'kg', Beetroot: 'Feta' }
  const read = seen(lines, (word, words) => ({ right: words.find(({ text }) => text === reach[word.text])?.right ?? word.right }))
  expect(read.map(({ name, variant, minor }) => [name, variant, minor])).toEqual([
    ['Beetroot and Feta', 'Half kg', 45_000],
    ['Beetroot and Feta', '1 kg', 80_000],
  ])
})

test('what stands before the names of its column and could hardly be read is no part of a name', () => {
  const lines = ['   Rogan Josh       155', 'oi Four Cheese      215', '   Butter Naan       45', 'Ox Tail Soup        120']
  const read = seen(lines, ({ text }) => (text === 'oi' ? { confidence: 0.3 } : {}))
  expect(read.map(({ name }) => name)).toEqual(['Rogan Josh', 'Four Cheese', 'Butter Naan', 'Ox Tail Soup'])
})

test('sizes that are said before their prices', () => {
  expect(rows(['#Soups', 'Tomato Shorba        Small 90 Large 140'])).toEqual([
    'Soups|Tomato Shorba|Small|9000||',
    'Soups|Tomato Shorba|Large|14000||',
  ])
})

test('two prices in one cell are two sizes, in doubt until somebody has looked at them', () => {
  const cell = (price: string) => [
    '#Biryani',
    'Egg Biryani                150',
    'Prawn Biryani              210',
    `Chicken Biryani            ${price}`,
  ]
  const both = ['Biryani|Chicken Biryani|Half|19000||', 'Biryani|Chicken Biryani|Full|32000||']
  for (const price of ['190 / 320', '190/320', '190/ 320', '190 /320', '₹190 / ₹320', '190/- / 320/-', '190/-/320/-', 'Rs.190/320'])
    expect(rows(cell(price)).slice(2), price).toEqual(both)
  expect(rows(cell('320 / 190')).slice(2)).toEqual(both.toReversed())
  expect(
    rows(cell('120/190/320'))
      .slice(2)
      .map((row) => row.split('|')[2]),
  ).toEqual(['Small', 'Medium', 'Large'])
  const doubted = parsePage(wordsOf(cell('190 / 320')), 'INR').map(({ confidence }) => confidence)
  expect([doubted.slice(0, 2).every((sure) => sure >= 0.9), doubted.slice(2).every((sure) => sure < 0.9)]).toEqual([true, true])
})

test('a slash makes no sizes of a date, a fraction or a number to call, nor where sizes are said', () => {
  const names = (line: string) => rows(['#Biryani', 'Egg Biryani                150', line]).slice(1)
  expect(names('Idli / Vada                 60')).toEqual(['Biryani|Idli Vada||6000||'])
  expect(names('Biryani    Half 190 / Full 320')).toEqual(['Biryani|Biryani|Half|19000||', 'Biryani|Biryani|Full|32000||'])
  for (const line of ['Open                      24/7', 'Printed             12/05/2024', 'Call us     48421234 / 9847012'])
    expect(names(line).filter((row) => row.split('|')[2] !== '')).toEqual([])
  expect(rows(['Biryani              Half / Full', 'Egg Biryani           90 / 150']).map((row) => row.split('|')[2])).toEqual([
    'Half',
    'Full',
  ])
})

test('two columns are read one after the other', () => {
  const left = ['#Breads', 'Butter Naan            45', 'Garlic Naan            60', 'Laccha Paratha         55']
  const right = ['#Drinks', 'Filter Coffee          40', 'Mango Lassi            90', 'Fresh Lime Soda        70']
  const beside = left.map((line, at) => `${line.replace('#', '').padEnd(46)}${(right[at] ?? '').replace('#', '')}`)
  expect(rows(beside)).toEqual([
    'Breads|Butter Naan||4500||',
    'Breads|Garlic Naan||6000||',
    'Breads|Laccha Paratha||5500||',
    'Drinks|Filter Coffee||4000||',
    'Drinks|Mango Lassi||9000||',
    'Drinks|Fresh Lime Soda||7000||',
  ])
})

test('three columns, with more room before an amount than between two columns', () => {
  const columns = [
    ['Naan            45', 'Roti            20', 'Paratha         55', 'Kulcha          60'],
    ['Coffee          40', 'Lassi           90', 'Soda            70', 'Chai            25'],
    ['Halwa           80', 'Jamun           75', 'Kulfi           95', 'Payasam         65'],
  ]
  const beside = columns[0]?.map((_, at) => columns.map((lines) => lines[at]).join('    ')) ?? []
  expect(rows(beside).map((row) => row.split('|')[1])).toEqual(columns.flat().map((line) => line.split(' ')[0]))
})

test('a price behind its name, with a dash', () => {
  expect(rows(['#Breakfast', 'Masala Dosa – ₹90', 'Set Dosa - Rs. 75', 'Rava Upma  60/-'])).toEqual([
    'Breakfast|Masala Dosa||9000||',
    'Breakfast|Set Dosa||7500||',
    'Breakfast|Rava Upma||6000||',
  ])
})

test('amounts as installations write them', () => {
  const read = (word: string, currency: string, pointed = false) => {
    const written = amountOf(word)
    return written && minorOf(written, currency, pointed)
  }
  const read_ = [
    ['₹1,25,000', 'INR'],
    ['Rs.120/-', 'INR'],
    ['12,50€', 'EUR'],
    ['1.250,00', 'EUR'],
    ['$9.5', 'USD'],
    ['1.250', 'KWD'],
    ['1,250', 'JPY'],
    ['2O5', 'INR'],
    ['.8,80', 'EUR'],
    ['»7.50', 'USD'],
  ] as const
  expect(read_.map(([word, currency]) => read(word, currency))).toEqual([
    12_500_000, 12_000, 1250, 125_000, 950, 1250, 1250, 20_500, 880, 750,
  ])
  expect([read('1299', 'USD', true), read('12.99', 'USD', true)]).toEqual([1299, 1299])
  for (const word of ['Dosa', '65th', '12-15', '1.2.3.4', '.50', '9999999999999']) expect(amountOf(word), word).toBe(null)
})

const name = fc
  .array(fc.constantFrom('Masala', 'Dosa', 'Chicken', 'Curry', 'Naan', 'Paneer', 'Tikka', 'Appam', 'Stew', 'Lassi'), {
    minLength: 1,
    maxLength: 3,
  })
  .map((words) => words.join(' '))
const item = fc.record({ name, price: fc.integer({ min: 10, max: 999 }) })

test('whatever stands on a plain page is read as it stands there, in any order of its words', () => {
  fc.assert(
    fc.property(
      fc.array(item, { minLength: 1, maxLength: 20 }),
      fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
      (items, random) => {
        const page = wordsOf(['#Specials', ...items.map((one) => `${one.name.padEnd(40)}${one.price}`)])
        const shuffled = page.words
          .map((word) => ({ word, at: random.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ word }) => word)
        const read = parsePage({ ...page, words: shuffled }, 'INR')
        expect(read.map((row) => [row.category, row.name, row.minor])).toEqual(items.map((one) => ['Specials', one.name, one.price * 100]))
      },
    ),
    { numRuns: 60 },
  )
})

test('no words make it fail, and every row lies on the page', () => {
  const edge = fc.integer({ min: 0, max: 1000 })
  const word = fc.record({
    text: fc.string({ maxLength: 12 }),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    left: edge,
    top: edge,
    wide: fc.integer({ min: 1, max: 200 }),
    high: fc.integer({ min: 1, max: 60 }),
  })
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), fc.constantFrom('INR', 'USD', 'JPY', 'KWD'), (words, currency) => {
      const placed = words.map(({ wide, high, ...one }) => ({ ...one, right: one.left + wide, bottom: one.top + high }))
      for (const row of parsePage({ width: 1200, height: 1100, words: placed, marks: [] }, currency)) {
        expect(row.confidence).toBeGreaterThanOrEqual(0)
        expect(row.confidence).toBeLessThanOrEqual(1)
        expect(row.box.right).toBeGreaterThan(row.box.left)
        expect(row.minor === null || (Number.isSafeInteger(row.minor) && row.minor >= 0)).toBe(true)
      }
    }),
    { numRuns: 200 },
  )
})
