import { readConfig } from '../apps/api/src/config.ts'
import { ensureWritableFolder } from '../apps/api/src/db/writable-folder.ts'
import { buildProduct, refuseUnbuilt } from './builds.ts'
import { createHousehold } from './household.ts'
import { say } from './progress.ts'
import { welcome } from './run-api.ts'
import { keepGatewayRunning } from './run-gateway.ts'
import { endOrphanedServer, keepApiRunning } from './supervise.ts'

// An installation: no demo unless it is asked for, requests in the log, and nothing is built.
const isProduction = process.argv.includes('--production')
if (isProduction) {
  process.env.DEMO ||= 'off'
  process.env.LOG_LEVEL ||= 'info'
}

const household = createHousehold(endOrphanedServer)
await household.run(async () => {
  // What is wrong with the variables is said before anything takes its time.
  const { dataDir, databaseUrl } = readConfig(process.env)
  if (databaseUrl === null) ensureWritableFolder(dataDir, 'DATA_DIR')
  if (isProduction) refuseUnbuilt()
  else await buildWithNotice()
  await keepGatewayRunning(household)
  await keepApiRunning(household, (ready) => welcome(household, ready))
})

async function buildWithNotice(): Promise<void> {
  const start = performance.now()
  const slow = setTimeout(() => say('Building Larder …'), 300)
  const built = await buildProduct().finally(() => clearTimeout(slow))
  if (built) say(`Built Larder in ${((performance.now() - start) / 1000).toFixed(1)} s`)
}
