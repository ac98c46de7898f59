import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import apiPackage from '../apps/api/package.json' with { type: 'json' }
import type { Ready } from '../apps/api/src/boot.ts'
import { readConfig } from '../apps/api/src/config.ts'
import type { Household } from './household.ts'
import { startBeside } from './program.ts'
import { say, showProgress } from './progress.ts'
import { tellGateway } from './run-gateway.ts'

// How the memory of the program is kept small (docs/decisions/0227).
const { nodeArgs, environment } = apiPackage.config

type Message = { step: string } | { awaited: string | null } | Ready

/** How an API ended: in words, and whether of its own accord, having said why. */
export type Ending = { how: string; isByItself: boolean }

// Whoever asked for no level reads the terminal for what is wrong, and the file for what was done.
function calmTerminal(): Record<string, string> {
  return { LOG_LEVEL: 'warn', LOG_FILE: join(readConfig(process.env).dataDir, 'logs/larder.log') }
}

/** The API as it is built, and as it is written. */
export const API = { built: 'apps/api/dist/main.js', source: 'apps/api/src/main.ts' }

/** Starts the API in the household. `ended` never rejects. */
export function startApi(
  household: Household,
  program: string,
  onReady: (ready: Ready) => void,
): { api: ChildProcess; ended: Promise<Ending> } {
  const api = household.adopt(
    startBeside(program, [], {
      env: { ...(process.env.LOG_LEVEL ? {} : calmTerminal()), ...environment, ...process.env },
      nodeArgs,
    }),
  )
  api.on('message', (message: Message) => {
    if ('step' in message) showProgress(message.step)
    else if ('awaited' in message) say(message.awaited === null ? 'The database is there.' : `Waiting for the database: ${message.awaited}`)
    else if (!household.isEnding()) {
      tellGateway(message.address)
      onReady(message)
    }
  })
  const ended = once(api, 'exit').then(
    ([code, signal]) => (signal === null ? { how: `exit code ${code}`, isByItself: true } : { how: signal, isByItself: false }),
    (error: unknown) => ({ how: String(error), isByItself: false }),
  )
  return { api, ended }
}

/** How the first administrator comes in; nothing once somebody can. */
export function howToBegin({ hasAccount, firstAdminLink }: Ready): string[] {
  if (firstAdminLink)
    return [`First sign-in ${firstAdminLink}`, '              once, to become the administrator; each start prints a new link']
  return hasAccount ? [] : ['Nobody can sign in. Make an administrator:  npm run admin -- create --email you@example.com']
}

/** Says where the product is and, in the demo, how to come in, and lets the simulator loose. */
export function welcome(household: Household, ready: Ready, page: string = ready.address): void {
  const { address, demo, hasChannelKey } = ready
  const lines = [`Open          ${page}`]
  const { dataDir, simulator, gateway } = readConfig(process.env)
  const key = hasChannelKey ? readFileSync(join(dataDir, 'channel-key'), 'utf8').trim() : null
  if (demo) lines.push('Sign in       admin@larder.test  /  larder-demo')
  if (key) lines.push(`Channel key   ${key}`)
  else if (demo) lines.push('Channel key   in the data folder of the process that made this demo')
  lines.push(...howToBegin(ready))
  say(`\n  Larder is running\n\n${lines.map((line) => `  ${line}\n`).join('')}\n  Ctrl-C stops everything.\n`)
  const pays = gateway?.name === 'simulated' ? ['--gateway'] : []
  if (key && simulator) household.adopt(startBeside('apps/simulator/src/main.ts', ['--url', address, '--key', key, ...pays]))
}
