import { join } from 'node:path'
import type { Ready } from '../apps/api/src/boot.ts'
import { createHousehold } from './household.ts'
import { ROOT, startBeside } from './program.ts'
import { API, startApi, welcome } from './run-api.ts'
import { keepGatewayRunning } from './run-gateway.ts'
import { endOrphanedServer } from './supervise.ts'
import { watchSources } from './watch-sources.ts'

const PAGE = 'http://localhost:5173'
// Of itself Vite would stay when we are killed.
const END_WITH_US = "data:text/javascript,process.on('disconnect',()=>process.exit())"

const household = createHousehold(endOrphanedServer)
await household.run(async () => {
  const vite = { cwd: join(ROOT, 'apps/web'), nodeArgs: ['--import', END_WITH_US] }
  household.adopt(startBeside('node_modules/vite/bin/vite.js', ['--strictPort', '--logLevel', 'warn'], vite))
  await keepGatewayRunning(household)
  await reloadApiOnChange()
})

// One that does not start waits for the next change.
async function reloadApiOnChange(): Promise<void> {
  const sources = watchSources()
  let greet = (ready: Ready): void => {
    welcome(household, ready, PAGE)
    greet = () => {}
  }
  while (!household.isEnding()) {
    const change = sources.next()
    const { api, ended } = startApi(household, API.source, (ready) => greet(ready))
    await change
    api.kill('SIGTERM')
    await ended
  }
}
