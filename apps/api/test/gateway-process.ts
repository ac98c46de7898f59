import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { gatewaySecret } from './gateway-signature.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

const MAIN = join(import.meta.dirname, '../../gateway/src/main.ts')

/** The simulated gateway as a process of its own. */
export interface GatewayProcess {
  url: string
  secret: string
  folder: string
  /** Its door for whoever takes the money: gives its answer, or throws. */
  ask(address: string, body?: object): Promise<GatewayAnswer>
  /** The customer pays on the gateway's page. */
  pay(checkout: string | null | undefined, card?: 'good' | 'declined' | 'slow'): Promise<GatewayAnswer>
  /** What it does badly from now on. */
  misbehave(faults: object): Promise<unknown>
  /** Kills it and starts it again where it was. */
  restart(): Promise<void>
  end(): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
type GatewayAnswer = any

export async function startGateway(faults: object = {}): Promise<GatewayProcess> {
  const folder = makeTemporaryFolder()
  let child = launchGateway(folder.path, '0', faults)
  const url = await addressOf(child)

  async function ask(address: string, body?: object): Promise<GatewayAnswer> {
    const [method = 'GET', path = ''] = address.split(' ')
    const headers = { authorization: `Bearer ${gatewaySecret}`, 'content-type': 'application/json' }
    const answer = await fetch(`${url}${path}`, { method, headers, body: body ? JSON.stringify(body) : null })
    return answer.json()
  }

  return {
    url,
    secret: gatewaySecret,
    folder: folder.path,
    ask,
    async pay(checkout, card = 'good') {
      if (!checkout) throw new Error('there is nothing to pay with yet')
      return (await fetch(checkout, { method: 'POST', body: JSON.stringify({ card }) })).json()
    },
    misbehave: (given) => ask('PUT /v1/faults', given),
    async restart() {
      await endChild(child, 'SIGKILL')
      child = launchGateway(folder.path, new URL(url).port, faults)
      await addressOf(child)
    },
    async end() {
      await endChild(child, 'SIGTERM')
      folder.remove()
    },
  }
}

/** Starts one on a folder; 0: any free port, that of before if it can be. */
export function launchGateway(folder: string, port: string, faults: object): ChildProcess {
  return spawn(process.execPath, [MAIN, '--folder', folder, '--port', port, '--faults', JSON.stringify(faults)], {
    env: { PATH: process.env.PATH, GATEWAY_SECRET: gatewaySecret },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}

async function addressOf(child: ChildProcess): Promise<string> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the gateway ended with ${code}`)
  })
  const [message] = await Promise.race([once(child, 'message'), ended])
  ended.catch(() => {})
  return (message as { address: string }).address
}

async function endChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}
