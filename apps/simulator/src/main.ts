import { openAckLog } from './ack-log.ts'
import { createChannel } from './channel.ts'
import { createDevices } from './devices.ts'
import { type Options, readOptions } from './options.ts'
import { play } from './play.ts'
import { createTally } from './tally.ts'
import { createShops } from './town.ts'

const ending = new AbortController()
const end = () => ending.abort(new Error('The simulator was ended'))
process.on('SIGINT', end)
process.on('SIGTERM', end)
// The program that started us is gone.
process.on('disconnect', end)

try {
  await run(readOptions(process.argv.slice(2), process.env))
} catch (error) {
  if (!ending.signal.aborted) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
ending.abort()
// An open channel to whoever started us would keep us.
if (process.connected) process.disconnect()

async function run(options: Options): Promise<void> {
  const { signal } = ending
  const onLine = (isUp: boolean) =>
    process.stdout.write(isUp ? 'simulator: the product answers again\n' : 'simulator: the product does not answer, trying again\n')
  const channel = createChannel({ ...options, signal, onLine })
  const ackLog = options.ackLog === null ? null : await openAckLog(options.ackLog)
  try {
    const [tally, shops] = [createTally(), createShops(channel)]
    // Tells at once whether the key is good.
    await shops.list()
    await play({ options, channel, signal, tally, ackLog, shops, devices: createDevices(channel) })
    process.stdout.write(`simulator: ${tally.total('placed')} orders acknowledged\n`)
  } finally {
    await ackLog?.close()
  }
}
