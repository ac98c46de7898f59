import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { createBook } from './book.ts'
import { createCallbacks } from './callbacks.ts'
import { createChance } from './faults.ts'
import { type Journal, openJournal } from './journal.ts'
import { type Options, readOptions } from './options.ts'
import { createGatewayServer } from './server.ts'

/** As long as a killed process may still be there. */
const [patienceMs, betweenMs] = [1000, 100]

try {
  await run(readOptions(process.argv.slice(2), process.env))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

async function run({ folder, port, secret, seed, faults: given }: Options): Promise<void> {
  let current = given
  const faults = {
    get: () => current,
    set(next: typeof given) {
      current = next
    },
  }
  const chance = createChance(seed)
  const journal = openJournal(folder)
  // Two would keep two truths in one journal, and the links of one would lead to the other.
  if (await isKept(journal, secret, patienceMs))
    throw new Error(`A simulated gateway keeps ${folder} already: another Larder is running on it.`)
  const callbacks = createCallbacks({ journal, secret, chance, faults: faults.get })
  const book = createBook({ journal, callbacks, chance, faults: faults.get })
  let address = ''
  const server = createGatewayServer({ book, journal, chance, secret, address: () => address, faults })
  const found = await listen(server, port === 0 ? [journal.port() ?? 0, 0] : [port])
  journal.write({ port: found })
  address = `http://127.0.0.1:${found}`
  if (process.connected) process.send?.({ address })
  else process.stdout.write(`The simulated gateway answers at ${address}\n`)

  const end = () => {
    callbacks.stop()
    book.stop()
    server.close()
    server.closeAllConnections()
    journal.close()
    process.exit()
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  // The program that started us is gone.
  process.on('disconnect', end)
}

/** Whether a gateway of the same secret answers where the journal's was found last, and goes on to: one whose Larder was killed ends in a moment. */
async function isKept(journal: Journal, secret: string, waitMs: number): Promise<boolean> {
  const port = journal.port()
  if (port === null) return false
  const ask = { headers: { authorization: `Bearer ${secret}` }, signal: AbortSignal.timeout(2000) }
  const answers = await fetch(`http://127.0.0.1:${port}/v1/endpoint`, ask).then(
    ({ status }) => status === 200,
    () => false,
  )
  if (!answers || waitMs <= 0) return answers
  await pause(betweenMs)
  return isKept(journal, secret, waitMs - betweenMs)
}

/** Listens on the first of these ports that is free. */
async function listen(server: Server, [port = 0, ...others]: readonly number[]): Promise<number> {
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  } catch (error) {
    if (others.length === 0) throw error
    return listen(server, others)
  }
}
