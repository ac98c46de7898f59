import { businessDay, type Instant, instantOf, type LocalDate, msOf, type TimeZone } from '@larder/contract'
import type { Context, Services } from '#kit/context.ts'
import { readSetting } from '#kit/settings.ts'

const keptMs = 60_000
const kept = new WeakMap<Services, { until: number; zones: Promise<TimeZone[]> }>()

/** In whose days orders are counted: the zones of all branches and the installation's. A new branch's zone is among them within a minute. */
export async function branchZones({ services, db }: Context): Promise<TimeZone[]> {
  const now = performance.now()
  let found = kept.get(services)
  if (!found || found.until < now) {
    const branches = db.selectFrom('branch').select('time_zone').distinct().execute()
    found = { until: now + keptMs, zones: branches.then((rows) => rows.map(({ time_zone }) => time_zone)) }
    kept.set(services, found)
    found.zones.catch(() => kept.delete(services))
  }
  return [await readSetting(services, 'installation.timeZone'), ...(await found.zones)]
}

/** From when until when days last wherever there is a branch, as bounds that an index is entered by; null where no day is named. */
export async function spanOfDays(
  ctx: Context,
  { from, to }: { from?: LocalDate | undefined; to?: LocalDate | undefined },
): Promise<{ first: Instant | null; last: Instant | null }> {
  if (!from && !to) return { first: null, last: null }
  const zones = await branchZones(ctx)
  return {
    first: from ? instantOf(Math.min(...zones.map((zone) => msOf(businessDay(from, zone).from)))) : null,
    last: to ? instantOf(Math.max(...zones.map((zone) => msOf(businessDay(to, zone).to)))) : null,
  }
}
