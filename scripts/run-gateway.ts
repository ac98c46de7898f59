import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../apps/api/src/config.ts'
import { keepSecret } from '../apps/api/src/kept-secret.ts'
import type { Household } from './household.ts'
import { startBeside } from './program.ts'

const AGAIN_AFTER_MS = 1000
/** What the demo's gateway does badly, so that there is something to see. */
const FAULTS = { loseAnswers: 0.01, loseCallbacks: 0.03, repeatCallbacks: 0.05, delayCallbacks: 1500, failRefunds: 0.05, settleAfter: 5000 }

let ownAddress: string | null = null

/** Starts the simulated gateway beside a demo that has no other, and again whenever it ends; the API finds it by its environment. */
export async function keepGatewayRunning(household: Household): Promise<void> {
  const { demo, dataDir, gateway } = readConfig(process.env)
  if (!demo || gateway !== null) return
  const secret = keepSecret(dataDir, 'gateway-secret', () => randomBytes(33).toString('base64url'))
  const start = () => {
    const args = ['--folder', join(dataDir, 'gateway'), '--faults', JSON.stringify(FAULTS)]
    return household.adopt(startBeside('apps/gateway/src/main.ts', args, { env: { ...process.env, GATEWAY_SECRET: secret } }))
  }
  const child = start()
  const ended = once(child, 'exit').then(() => {
    // Whoever ends the start at the keyboard is told no reason for it.
    if (household.isEnding()) return new Promise<never>(() => {})
    throw new Error('The simulated gateway did not start.')
  })
  const [{ address }] = (await Promise.race([once(child, 'message'), ended])) as [{ address: string }]
  ownAddress = address
  process.env.SIMULATED_GATEWAY_URL = address
  process.env.GATEWAY_SECRET = secret
  void ended.catch(async () => {
    while (!household.isEnding()) {
      await pause(AGAIN_AFTER_MS)
      if (household.isEnding()) return
      await once(start(), 'exit')
    }
  })
}

/** Where the gateway that was started here calls back: the API says so whenever it is there. */
export function tellGateway(apiAddress: string): void {
  if (ownAddress === null) return
  const headers = { authorization: `Bearer ${process.env.GATEWAY_SECRET}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ url: `${apiAddress}/api/payments/callbacks/simulated` })
  // One that is just away keeps the address that it was given before.
  void fetch(`${ownAddress}/v1/endpoint`, { method: 'PUT', headers, body }).catch(() => {})
}
