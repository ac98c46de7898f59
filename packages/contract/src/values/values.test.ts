import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Currency } from './currency.ts'
import { Point, Polygon } from './geo.ts'
import { idOf } from './id.ts'
import { Instant } from './instant.ts'
import { LocalDate, LocalTime, TimeZone } from './local-date.ts'
import { Money } from './money.ts'
import { OpeningHours, SpecialDay } from './opening-hours.ts'
import { Phone } from './phone.ts'
import { Email, text, Url } from './text.ts'
import { formatWeight } from './weight-text.ts'

const texts = { Currency, Instant, LocalDate, LocalTime, TimeZone, Phone, Email, Url, text: text({ max: 80 }), id: idOf('store') }
const schemas = { ...texts, Money, Point, Polygon, OpeningHours, SpecialDay }

test.each(Object.entries(schemas))('%s has a JSON schema both ways', (_, schema) => {
  for (const io of ['input', 'output'] as const) expect(z.toJSONSchema(schema, { io })).toHaveProperty('type')
})

test.each(Object.entries(texts))('%s goes in and comes out as a plain string', (_, schema) => {
  for (const io of ['input', 'output'] as const) expect(z.toJSONSchema(schema, { io })).toMatchObject({ type: 'string' })
})

test.each(Object.entries(schemas))('%s answers anything with a success or an issue, never a throw', (_, schema) => {
  const oddities = [
    undefined,
    null,
    0,
    -0,
    2 ** 53,
    Number.POSITIVE_INFINITY,
    true,
    '',
    '\u0000',
    '\ud800',
    [],
    [null],
    {},
    { __proto__: null },
    JSON.parse('{"__proto__":{}}'),
  ]
  for (const oddity of oddities) expect(typeof z.safeParse(schema, oddity).success).toBe('boolean')
})

test.each([
  [0, '0 g'],
  [999, '999 g'],
  [1000, '1 kg'],
  [1250, '1.25 kg'],
  [12_345, '12.345 kg'],
])('%s grams are %s', (grams, words) => {
  expect(formatWeight(grams)).toBe(words)
})
