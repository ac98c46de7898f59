import { fieldsOf, isPhone, type Schema } from '@larder/contract'
import parsePhoneNumber from 'libphonenumber-js/max'
import type { Services } from '../context.ts'
import { invalid } from '../errors.ts'
import { readSetting } from '../settings.ts'
import { isCallingCode } from './calling-codes.ts'

export const noPhone = 'is not a phone number'

/** E.164 of a number as it came in; one without a calling code is of the installation's own. 422 on `field` when it is none there. */
export async function completePhone(services: Services, typed: string, field: string): Promise<string> {
  const callingCode = await readSetting(services, 'installation.callingCode')
  return e164Of(typed, callingCode) ?? invalid({ [field]: noPhone })
}

/** What was typed for a body, each of its fields that is a phone as E.164. */
export async function completePhones(services: Services, body: Schema | undefined, typed: Readonly<Record<string, unknown>>) {
  const phones = Object.entries(body ? fieldsOf(body) : {}).filter(([field, schema]) => typeof typed[field] === 'string' && isPhone(schema))
  const whole = phones.map(async ([field]) => [field, await completePhone(services, String(typed[field]), `body.${field}`)] as const)
  return { ...typed, ...Object.fromEntries(await Promise.all(whole)) }
}

/**
 * E.164 of a number as people write it, null where the numbering plans have none such. Without `+` or `00` it is one of the default
 * calling code, and nobody's where that is empty.
 */
export function e164Of(typed: string, defaultCallingCode: string): string | null {
  const compact = typed.normalize('NFKC').replace(/[^+\d]/g, '')
  const options = { extract: false, ...(isCallingCode(defaultCallingCode) && { defaultCallingCode }) }
  // 00 leads abroad, unless a number at home begins with it.
  const readings = [compact, compact.replace(/^00/, '+')].map((digits) => parsePhoneNumber(digits, options))
  return readings.find((number) => number?.isValid())?.number ?? null
}
