import { setTimeout as pause } from 'node:timers/promises'
import { createHousehold } from './household.ts'
import { say } from './progress.ts'
import { startApi, welcome } from './run-api.ts'
import { buildWebApp } from './web-build.ts'

const CRASHES_ALLOWED = 5
const CRASH_WINDOW_MS = 60_000

const household = createHousehold()
await household.run(async () => {
  await buildWithNotice()
  await keepApiRunning()
})

async function buildWithNotice(): Promise<void> {
  const start = performance.now()
  const slow = setTimeout(() => say('Building the web app …'), 300)
  const built = await buildWebApp().finally(() => clearTimeout(slow))
  if (built) say(`Built the web app in ${((performance.now() - start) / 1000).toFixed(1)} s`)
}

// The API is started again when it ends by itself, but not when it never got up, nor for ever.
async function keepApiRunning(): Promise<void> {
  const crashes: number[] = []
  for (;;) {
    const isFirst = crashes.length === 0
    const { wasUp } = await startApi(household, (ready) => isFirst && welcome(household, ready)).ended
    if (household.isEnding()) return
    if (!wasUp) throw new Error('Larder did not start.')
    crashes.push(performance.now())
    const recent = crashes.filter((at) => at > performance.now() - CRASH_WINDOW_MS)
    if (recent.length > CRASHES_ALLOWED) throw new Error('Larder keeps ending by itself; giving up.')
    say('The API ended by itself; starting it again')
    await pause(500)
  }
}
