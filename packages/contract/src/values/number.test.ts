import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { queryFlag, queryWhole, share } from './number.ts'

describe('a whole number in an address', () => {
  const number = queryWhole(-5, 100)

  test.each([
    ['0', 0],
    ['7', 7],
    ['-5', -5],
    ['100', 100],
    [100, 100],
  ])('%j is %i', (value, read) => {
    expect(z.parse(number, value)).toBe(read)
  })

  test.each(['', ' ', ' 5 ', '+5', '05', '-0', '0x10', '1e1', '5.0', '101', '-6', '9007199254740993', 'Infinity', null, true, [5]])(
    '%j is none',
    (value) => {
      expect(z.safeParse(number, value).success).toBe(false)
    },
  )

  test('is a number with its bounds to whoever reads the schema, and required unless it says otherwise', () => {
    const query = z.strictObject({ after: number, limit: z._default(number, 3), page: z.optional(number) })
    expect(z.toJSONSchema(query, { io: 'input' })).toMatchObject({
      properties: { after: { type: 'integer', minimum: -5, maximum: 100 } },
      required: ['after'],
    })
    expect(z.parse(query, { after: '1' })).toEqual({ after: 1, limit: 3 })
    expect(z.safeParse(query, {}).success).toBe(false)
  })
})

describe('yes or no in an address', () => {
  test.each([
    ['true', true],
    ['false', false],
    [true, true],
  ])('%j is %s', (value, read) => {
    expect(z.parse(queryFlag(), value)).toBe(read)
  })

  test.each(['', 'yes', '1', 'TRUE', 1, null])('%j is neither', (value) => {
    expect(z.safeParse(queryFlag(), value).success).toBe(false)
  })

  test('is a boolean to whoever reads the schema', () => {
    expect(z.toJSONSchema(queryFlag(), { io: 'input' })).toMatchObject({ type: 'boolean' })
  })
})

test('a share is in parts per million and told in percent', () => {
  const said = (value: number) => z.safeParse(share(100), value).error?.issues.map(({ message }) => message)
  expect([said(0), said(1_000_000)]).toEqual([undefined, undefined])
  expect([said(-1), said(1_000_001)]).toEqual([['must be at least 0 %'], ['must be at most 100 %']])
})
