import { sql } from 'kysely'
import type { Services } from '../context.ts'
import { readSetting } from '../settings.ts'

/** Of a row of `staff`: signing in takes a code besides the password. */
export const hasSecondFactor = sql<boolean>`exists (select from authenticator where authenticator.staff_id = staff.id and authenticator.confirmed_at is not null)`

/** Whether the installation asks it of somebody. */
export async function needsSecondFactor(services: Services, { isAdmin }: { isAdmin: boolean }): Promise<boolean> {
  const asked = await readSetting(services, 'signIn.secondFactor')
  return asked === 'everybody' || (asked === 'administrators' && isAdmin)
}
