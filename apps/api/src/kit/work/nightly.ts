import { addMinutes, type Instant, localDateAt } from '@larder/contract'
import type { Context } from '../context.ts'
import { readSetting } from '../settings.ts'

/** Minutes of the day from which on a night's work is due, where the installation is. */
const nightMinutes = 120

/** Whether what is done once a night, and was done last at `last`, is due: after a night without the product as soon as it is there. */
export async function isNightDue({ services, clock }: Context, last: Instant | undefined): Promise<boolean> {
  const zone = await readSetting(services, 'installation.timeZone')
  const nightOf = (at: Instant) => localDateAt(addMinutes(at, -nightMinutes), zone)
  return last === undefined || nightOf(last) < nightOf(clock.instant())
}
