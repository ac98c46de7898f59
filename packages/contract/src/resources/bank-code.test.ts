import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { AccountNumber, BankCode } from './bank-code.ts'

const blanks = fc.stringMatching(/^[ -]{0,2}$/)
const typed = (least: number, most: number) =>
  fc.array(fc.tuple(fc.stringMatching(/^[0-9A-Za-z]$/), blanks), { minLength: least, maxLength: most }).map((parts) => ({
    text: parts.flat().join(''),
    kept: parts.map(([sign]) => sign.toUpperCase()).join(''),
  }))

test.each([
  ['an account', AccountNumber, 6, 34, 50],
  ['a bank', BankCode, 5, 11, 20],
] as const)(
  'what the document says of the number of %s is what is taken, blanks or not, and it is kept without them',
  (_, schema, least, most, longest) => {
    const { pattern = '' } = z.toJSONSchema(schema, { io: 'input' })
    const documented = new RegExp(pattern, 'u')
    fc.assert(
      fc.property(typed(least - 2, most + 2), ({ text, kept }) => {
        const isRight = kept.length >= least && kept.length <= most
        const taken = schema.safeParse(text)
        expect(documented.test(text), text).toBe(isRight)
        expect(taken.data).toBe(isRight && text.length <= longest ? kept : undefined)
      }),
    )
    expect(schema.safeParse('12345é789').success).toBe(false)
  },
)
