import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import apiPackage from '../apps/api/package.json' with { type: 'json' }
import type { Household } from './household.ts'
import { startBeside } from './program.ts'
import { say, showProgress } from './progress.ts'

/** What a running API says of itself. */
export type Ready = { address: string; demo: boolean }

type Message = { step: string } | Ready

/** Starts the API in the household. `ended` tells, once it has ended, whether it ever got up. */
export function startApi(household: Household, onReady: (ready: Ready) => void): { api: ChildProcess; ended: Promise<{ wasUp: boolean }> } {
  const api = household.adopt(
    startBeside('apps/api/src/main.ts', [], { env: { LOG_LEVEL: 'warn', ...process.env }, nodeArgs: apiPackage.config.nodeArgs }),
  )
  let wasUp = false
  api.on('message', (message: Message) => {
    if ('step' in message) return showProgress(message.step)
    wasUp = true
    if (!household.isEnding()) onReady(message)
  })
  return { api, ended: once(api, 'exit').then(() => ({ wasUp })) }
}

/** Says where the product is and, in the demo, how to come in, and lets the simulator loose. */
export function welcome(household: Household, { address, demo }: Ready, page: string = address): void {
  const lines = [`Open          ${page}`]
  const key = demo ? readFileSync(join(resolve(process.env.DATA_DIR || '.data'), 'channel-key'), 'utf8').trim() : null
  if (key) lines.push('Sign in       admin@larder.test  /  larder-demo', `Channel key   ${key}`)
  say(`\n  Larder is running\n\n${lines.map((line) => `  ${line}\n`).join('')}\n  Ctrl-C stops everything.\n`)
  if (key && process.env.SIMULATOR !== 'off') household.adopt(startBeside('apps/simulator/src/main.ts', ['--url', address, '--key', key]))
}
