import { openLogFile } from '#kit/watch/log-file.ts'
import { createLog } from '#kit/watch/logger.ts'
import { boot, type Ready, type Running } from './boot.ts'
import { type Config, readConfig } from './config.ts'

const STOP_LIMIT_MS = 30_000
// One Ctrl-C can arrive twice: from the terminal, and passed on by the program that started us.
const SAME_SIGNAL_MS = 500
const STEP_EVERY_MS = 10_000
// Until what begins with a start has begun.
const SETTLED_MS = 2000

const isTerminal = process.stdout.isTTY
const config = readConfigOrExit()
const log = createLog(config, process.stdout, config.logFile === null ? null : await openLogFile(config.logFile))
let running: Running | null = null
let stoppingSince: number | null = null
let lastStepAt = Number.NEGATIVE_INFINITY

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
  running = boot({ config, log, onStep: tellStep, onWait: tellWait })
  tellReady(await running.ready)
  // A start leaves more garbage than an hour of work does, and a quiet process is never made to collect it.
  setTimeout(() => void globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'async' }), SETTLED_MS).unref()
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
  const sentence = error instanceof Error ? error.message : String(error)
  if (process.connected || isTerminal) process.stderr.write(`${sentence}\n`)
  else createLog({ logLevel: 'error' }).fatal(sentence)
}

// To the launcher, to whoever reads the terminal, or into the log, of which every line is then JSON.
function tellReady(ready: Ready): void {
  if (process.connected) return void process.send?.(ready)
  for (const sentence of [`Larder answers at ${ready.address}`, ...howToBegin(ready)]) {
    if (isTerminal) process.stdout.write(`${sentence}\n`)
    else log.info(sentence)
  }
}

function howToBegin({ hasAccount, firstAdminLink }: Ready): string[] {
  if (firstAdminLink)
    return [`Nobody can sign in yet: become the first administrator at ${firstAdminLink} (works once; each start prints a new one)`]
  return hasAccount ? [] : ['Nobody can sign in: make an administrator with "npm run admin -- create --email E"']
}

function tellStep(step: string): void {
  if (process.connected) return void process.send?.({ step })
  if (isTerminal) return void process.stdout.write(`${step}\n`)
  if (performance.now() - lastStepAt < STEP_EVERY_MS) return
  lastStepAt = performance.now()
  log.info(step)
}

function tellWait(reason: string | null): void {
  if (process.connected) return void process.send?.({ awaited: reason })
  if (reason === null) log.info('the database is there')
  else log.warn(`Waiting for the database: ${reason}`)
}
