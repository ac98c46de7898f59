import { readConfig } from '../apps/api/src/config.ts'
import { createHousehold } from './household.ts'
import { say } from './progress.ts'
import { welcome } from './run-api.ts'
import { endOrphanedServer, keepApiRunning } from './supervise.ts'
import { buildWebApp } from './web-build.ts'

const household = createHousehold(endOrphanedServer)
await household.run(async () => {
  // What is wrong with the variables is said before anything takes its time.
  readConfig(process.env)
  await buildWithNotice()
  await keepApiRunning(household, (ready) => welcome(household, ready))
})

async function buildWithNotice(): Promise<void> {
  const start = performance.now()
  const slow = setTimeout(() => say('Building the web app …'), 300)
  const built = await buildWebApp().finally(() => clearTimeout(slow))
  if (built) say(`Built the web app in ${((performance.now() - start) / 1000).toFixed(1)} s`)
}
