import { sql } from 'kysely'
import type { Context, Jobs } from '#kit/context.ts'
import { readSetting } from '#kit/settings.ts'
import { machines } from './machine.service.ts'

export function registerMachineJobs(jobs: Jobs): void {
  jobs.register('note-silent-machines', { everySeconds: 10 }, noteSilentMachines)
}

const batch = 200

/** Says of each machine that has been silent for too long that it is offline, as an act of the system. */
async function noteSilentMachines(ctx: Context): Promise<void> {
  const minutes = await readSetting(ctx.services, 'machine.offlineMinutes')
  const silent = await ctx.db
    .selectFrom('machine')
    .select(['id', 'version'])
    .where('is_online', '=', true)
    .where('last_heartbeat_at', '<=', sql<string>`${ctx.clock.instant()}::timestamptz - make_interval(mins => ${minutes})`)
    .orderBy('last_heartbeat_at')
    .limit(batch)
    .execute()
  for (const { id, version } of silent) await goOffline(ctx, id, version)
}

// What changed a moment ago may be alive again: the next run looks again.
async function goOffline(ctx: Context, id: string, version: number): Promise<void> {
  try {
    await machines.change(ctx, { id, version, action: 'goOffline' }, { sets: () => ({ is_online: false }) })
  } catch (error) {
    ctx.log.warn({ machineId: id, err: error }, 'a machine could not be noted as offline; the next run tries again')
  }
}
