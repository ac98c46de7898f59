import { hostname } from 'node:os'
import { Writable } from 'node:stream'
import { type Instant, instantOf, localTimeAt, ownTimeZone } from '@larder/contract'
import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, type LoggerOptions, pino } from 'pino'
import type { Config } from '#src/config.ts'
import { isDataException } from '../record/sqlstate.ts'
import { inSources } from './source-places.ts'

const secrets = ['authorization', '["x-api-key"]', 'cookie', 'password', 'token', 'accessToken', 'phone', 'email', 'secretKey']
const below = (name: string) => (name.startsWith('[') ? `*${name}` : `*.${name}`)

/** What never reaches a log, at the top and two levels down, whatever logs it. */
const redact = { paths: secrets.flatMap((name) => [name, below(name), `*.${below(name)}`]), censor: '[hidden]' }

/**
 * The program's log: one JSON object a line, or, on a terminal, one short line for a person. Secrets and contact details are hidden
 * by name; requests and answers are logged without their content. `file` also gets, as JSON, whatever is worth looking up later.
 */
export function createLog(
  { logLevel }: Pick<Config, 'logLevel'>,
  destination: NodeJS.WritableStream = process.stdout,
  file: DestinationStream | null = null,
): FastifyBaseLogger {
  const options: LoggerOptions = {
    level: file ? wordier(logLevel, fileLevel) : logLevel,
    redact,
    base: { host: hostname(), pid: process.pid },
    serializers: { err: errorOf, req: nothing, res: nothing },
  }
  const forPerson = destination === process.stdout && process.stdout.isTTY
  const stream = forPerson ? readable(destination) : (destination as DestinationStream)
  if (!file) return pino(options, stream)
  const terminal = logLevel === 'silent' ? [] : [{ level: logLevel, stream }]
  return pino(options, pino.multistream([...terminal, { level: fileLevel, stream: file }]))
}

const fileLevel = 'info'

function wordier(one: Config['logLevel'], other: Config['logLevel']): Config['logLevel'] {
  const rank = (level: Config['logLevel']) => pino.levels.values[level] ?? Number.POSITIVE_INFINITY
  return rank(one) < rank(other) ? one : other
}

const nothing = () => undefined

// Errors carry more than they tell: one of the database quotes what was sent, one of a connection holds the whole client.
const toldOfError = [
  'type',
  'message',
  'stack',
  'code',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'syscall',
  'address',
  'port',
]

function errorOf(error: unknown): Record<string, unknown> {
  // Some libraries copy what they caught: no error any more, with all that one has.
  const isLike = typeof error === 'object' && error !== null && 'message' in error
  if (!isLike) return { message: String(error) }
  const serialized: Record<string, unknown> = error instanceof Error ? pino.stdSerializers.err(error) : { ...error }
  const quiet = (text: unknown) => (isDataException(error) ? String(text).replaceAll(/"[^"]*"/g, '"…"') : text)
  const told = Object.fromEntries(toldOfError.filter((key) => serialized[key] !== undefined).map((key) => [key, serialized[key]]))
  const parts = error instanceof AggregateError ? { errors: error.errors.map(errorOf) } : {}
  return {
    ...told,
    message: quiet(told.message),
    stack: typeof told.stack === 'string' ? quiet(inSources(told.stack)) : undefined,
    ...parts,
  }
}

const colours: Record<string, string> = { 10: '90', 20: '90', 30: '36', 40: '33', 50: '31', 60: '31' }

function readable(destination: NodeJS.WritableStream): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      destination.write(`${lineOf(JSON.parse(String(chunk)))}\n`)
      done()
    },
  })
}

/** The time of day where this process runs, with seconds. */
function clockTextOf(at: Instant): string {
  return localTimeAt(at, ownTimeZone()) + at.slice(16, 19)
}

function lineOf({ level, time, msg, err, reqId, host, pid, ...rest }: Record<string, unknown>): string {
  const clock = clockTextOf(instantOf(Number(time)))
  const facts = Object.entries(rest).map(([key, value]) => `${key}=${typeof value === 'object' ? JSON.stringify(value) : value}`)
  const failure = typeof err === 'object' && err !== null && 'stack' in err ? `\n  ${String(err.stack).replaceAll('\n', '\n  ')}` : ''
  return `\u001b[${colours[String(level)] ?? '0'}m${clock}\u001b[0m ${msg ?? ''} \u001b[90m${facts.join(' ')}\u001b[0m${failure}`
}
