import * as z from 'zod/mini'
import { opaque, text } from '../values/text.ts'

// Looked at as it is typed, so that the document says what is taken.
const bare = z.overwrite<string>((typed) => typed.replace(/[\s-]/g, '').toUpperCase())

/** An account's number as people type it, with or without spaces and dashes: digits, of an IBAN letters too. */
export const AccountNumber = opaque(50).check(
  z.regex(/^[\s-]*(?:[0-9A-Za-z][\s-]*){6,34}$/, 'must have 6 to 34 digits, or the letters of an IBAN'),
  bare,
)
export const AccountHolder = text({ max: 120 })
export const BankCode = opaque(20).check(z.regex(/^[\s-]*(?:[0-9A-Za-z][\s-]*){5,11}$/, 'must have 5 to 11 letters and digits'), bare)

/** The first account of a new record, given as a whole or not at all; its number is typed twice. */
export const firstAccount = {
  bankHolder: z.optional(z.nullable(AccountHolder)),
  bankNumber: z.optional(z.nullable(AccountNumber)),
  bankNumberAgain: z.optional(z.nullable(AccountNumber)),
  bankCode: z.optional(z.nullable(BankCode)),
}
/** The number of an account that is typed twice is one number, whatever else of the body is wrong yet. */
export function sameTwice(first: string, again: string) {
  const typed = (body: unknown, key: string) => (body as Record<string, unknown> | null)?.[key] ?? null
  return z.refine((body) => typed(body, first) === typed(body, again), {
    path: [again],
    error: 'is another number than the one above',
    when: () => true,
  })
}
export type FirstAccount = z.infer<z.ZodMiniObject<typeof firstAccount>>

interface CodeKind {
  name: string
  form: RegExp
  words: string
}

const kinds: Readonly<Record<string, CodeKind>> = {
  INR: { name: 'IFSC', form: /^[A-Z]{4}0[A-Z0-9]{6}$/, words: 'four letters, a zero and six letters or digits' },
  GBP: { name: 'sort code', form: /^\d{6}$/, words: 'six digits' },
  USD: { name: 'routing number', form: /^\d{9}$/, words: 'nine digits' },
  AUD: { name: 'BSB', form: /^\d{6}$/, words: 'six digits' },
}

/** What the code of a bank is called where this currency is paid; elsewhere it is a BIC. */
export function bankCodeName(currency: string): string {
  return kinds[currency]?.name ?? 'BIC'
}

/** What is wrong with the code of a bank where this currency is paid, after the field's label; null where nothing is. */
export function problemOfBankCode(code: string, currency: string): string | null {
  const { name, form, words } = kinds[currency] ?? {
    name: 'BIC',
    form: /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
    words: 'eight or eleven letters and digits',
  }
  return form.test(code) ? null : `is no ${name}: ${words}`
}

/** The last four digits, which people know it by. */
export function maskAccount(number: string): string {
  return `•••• ${number.slice(-4)}`
}
