import { createLog } from '#kit/logger.ts'
import { boot, type Running } from './boot.ts'
import { type Config, readConfig } from './config.ts'

const STOP_LIMIT_MS = 30_000
// One Ctrl-C can arrive twice: from the terminal, and passed on by the program that started us.
const SAME_SIGNAL_MS = 500

const config = readConfigOrExit()
const log = createLog(config)
let running: Running | null = null
let stoppingSince: number | null = null

/** Ends the process in order; with `code` 1 when something is wrong. Ends it at once when it takes too long. */
function end(code: number): void {
  if (stoppingSince !== null) return
  stoppingSince = performance.now()
  setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref()
  void (running?.stop() ?? Promise.resolve()).then(() => process.exit(code))
}

function endWith(reason: unknown): void {
  log.fatal({ err: reason }, 'an error that nobody expected; ending')
  end(1)
}

// Whoever read what we print is gone: no reason to stop serving.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
process.on('SIGTERM', () => end(0))
process.on('SIGINT', () => {
  if (stoppingSince !== null && performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(130)
  end(0)
})
// The program that started us is gone.
process.on('disconnect', () => end(0))
process.on('uncaughtException', endWith)
process.on('unhandledRejection', endWith)

try {
  running = boot({ config, log, onStep: (step) => tell({ step }), onLost: endWith })
  tell({ address: await running.ready, demo: config.demo })
} catch (error) {
  log.debug({ err: error }, 'the start failed')
  if (stoppingSince === null) complain(error)
  end(1)
}

function readConfigOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    complain(error)
    process.exit(1)
  }
}

// For whoever runs it: what is wrong, not where in the program it was noticed.
function complain(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
}

// To the launcher, or to whoever reads the terminal.
function tell(message: { step: string } | { address: string; demo: boolean }): void {
  if (process.connected) process.send?.(message)
  else process.stdout.write(`${'step' in message ? message.step : `Larder answers at ${message.address}`}\n`)
}
