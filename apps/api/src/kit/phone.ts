import { normalisePhone } from '@larder/contract'
import type { Services } from './context.ts'
import { invalid } from './errors.ts'
import { readSetting } from './settings.ts'

/** E.164 of a number as it came in; one without a calling code is of the installation's own. 422 on `field` when it is none there. */
export async function completePhone(services: Services, typed: string, field: string): Promise<string> {
  const callingCode = await readSetting(services, 'installation.callingCode')
  return normalisePhone(typed, callingCode) ?? invalid({ [field]: 'is not a phone number' })
}
