import { setTimeout as pause } from 'node:timers/promises'
import type { Ready } from '../apps/api/src/boot.ts'
import { readConfig } from '../apps/api/src/config.ts'
import { backOffMs } from '../apps/api/src/db/back-off.ts'
import type { Household } from './household.ts'
import { say } from './progress.ts'
import { API, howToBegin, startApi } from './run-api.ts'

const BETWEEN = { firstMs: 500, limitMs: 30_000 }
// After so long a life the next end is a new trouble.
const HEALTHY_MS = 10_000

/**
 * Keeps the API running until the household ends: it is started again whenever it ends, after a wait that grows while it
 * does not stay. Only one that never got up and says why (a wrong variable, a port in use) ends the command.
 */
export async function keepApiRunning(household: Household, onFirstReady: (ready: Ready) => void, between = BETWEEN): Promise<void> {
  let hasBeenUp = false
  for (let failures = 0; ; failures++) {
    let upSince: number | null = null
    const ending = await startApi(household, API.built, (ready) => {
      upSince = performance.now()
      if (!hasBeenUp) onFirstReady(ready)
      // Its start made the link anew: the one that was told before is void.
      else for (const line of howToBegin(ready)) say(line)
      hasBeenUp = true
    }).ended
    if (household.isEnding()) return
    if (!hasBeenUp && ending.isByItself) throw new Error('Larder did not start.')
    if (upSince !== null && performance.now() - upSince > HEALTHY_MS) failures = 0
    const waitMs = backOffMs(failures, between)
    say(`The API ended (${ending.how}); starting it again in ${waitMs / 1000} s`)
    await pause(waitMs)
    if (household.isEnding()) return
  }
}

/** Ends the database server that a killed API left running, so that nothing stays behind. */
export async function endOrphanedServer(): Promise<void> {
  const { databaseUrl, dataDir } = readConfig(process.env)
  if (databaseUrl !== null) return
  const { endOrphan } = await import('../apps/api/src/db/embedded.ts')
  await endOrphan(dataDir)
}
