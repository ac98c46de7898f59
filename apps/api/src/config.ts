import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { findWrongNames } from './config-names.ts'
import { keepSecret } from './kept-secret.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])
const WEAK_SECRET = /^(?:change-?me|secret|password|default|example|test|larder|12345)|^(.)\1*$/i
const SECRET_MIN_LENGTH = 32
/** The file of a data folder that keeps the secret of a demo. */
export const SECRET_FILE = 'secret-key'
/** The file of a data folder to which seals are carried unless another is named. */
export const SEALS_FILE = 'audit-seals.log'

const Switch = z.enum(['on', 'off'], { error: 'must be "on" or "off"' })
const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`
  return z.coerce.number({ error }).check(z.int({ error }), z.gte(min, { error }), z.lte(max, { error }))
}
const addressOf = (...schemes: string[]) =>
  z
    .string()
    .check(
      z.refine(
        (text) => URL.canParse(text) && schemes.includes(new URL(text).protocol),
        `must be an address that starts with ${schemes.join('// or ')}//`,
      ),
    )

const ProxyList = z
  .pipe(
    z.string(),
    z.transform((text) => text.split(',').map((part) => part.trim())),
  )
  .check(z.refine((parts) => parts.every(isNetwork), 'must be addresses or networks with commas between, such as 10.0.0.5,192.168.0.0/16'))

const mailbox = /^(?:[^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/

const SecretList = z.pipe(
  z.string(),
  z.transform((text) => text.split(',').map((part) => part.trim())),
)

const Environment = z.object({
  PORT: z._default(wholeNumber(0, 65_535), 4000),
  HOST: z._default(z.string(), '127.0.0.1'),
  DATA_DIR: z._default(z.string(), '.data'),
  DATABASE_URL: z.optional(addressOf('postgres:', 'postgresql:')),
  DATABASE_REPLICA_URL: z.optional(addressOf('postgres:', 'postgresql:')),
  SHARE_DATABASE: z._default(Switch, 'off'),
  DEMO: z.optional(Switch),
  DEMO_ORDERS: z._default(wholeNumber(0, 100_000_000), 50_000),
  SIMULATOR: z._default(Switch, 'on'),
  SECRET_KEY: z.optional(z.string()),
  SECRET_KEY_PREVIOUS: z._default(SecretList, []),
  AUDIT_SEALS: z.optional(z.string()),
  REQUESTS_PER_MINUTE: z._default(wholeNumber(60, 10_000_000), 1200),
  TRUST_PROXY: z._default(ProxyList, []),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, 'is too short: use at least 16 characters'))),
  SMTP_URL: z.optional(addressOf('smtp:', 'smtps:')),
  MAIL_FROM: z.optional(z.string().check(z.regex(mailbox, 'must be an e-mail address, or a name and the address in <>'))),
  PUBLIC_URL: z.optional(
    addressOf('http:', 'https:').check(z.refine(isOrigin, 'must be an address without a path, such as https://larder.example.com')),
  ),
  SIMULATED_GATEWAY_URL: z.optional(addressOf('http:', 'https:')),
  GATEWAY_SECRET: z.optional(z.string().check(z.minLength(16, 'is too short: use at least 16 characters'))),
  STRIPE_SECRET_KEY: z.optional(
    z.string().check(z.regex(/^(?:sk|rk)_(?:test|live)_\w+$/, 'must be a secret key of Stripe, which begins with sk_ or rk_')),
  ),
  STRIPE_WEBHOOK_SECRET: z.optional(
    z.string().check(z.regex(/^whsec_\w+$/, 'must be the signing secret of a webhook of Stripe, which begins with whsec_')),
  ),
  LOG_FILE: z.optional(z.string()),
  LOG_LEVEL: z._default(
    z.enum(['debug', 'info', 'warn', 'error', 'silent'], { error: 'must be debug, info, warn, error or silent' }),
    'info',
  ),
})

/** The variables that an installation may set. */
export const variables: readonly string[] = Object.keys(Environment.shape)

/** Another server that speaks Stripe's shape, and how many milliseconds it is waited for; for tests. */
interface StripeAddress {
  host: string
  port: number
  protocol: 'http'
  timeout?: number
}

/** A gateway with what opens it and what it signs with. */
export type GatewayConfig =
  | { name: 'simulated'; url: string; secret: string }
  | { name: 'stripe'; secretKey: string; webhookSecret: string; address?: StripeAddress }

/** What an installation is told by its environment; nothing else in the program reads `process.env`. */
export interface Config {
  port: number
  host: string
  dataDir: string
  /** Null when the program runs its own database server. */
  databaseUrl: string | null
  databaseReplicaUrl: string | null
  shareDatabase: boolean
  demo: boolean
  /** How many orders the demo city is seeded with. */
  demoOrders: number
  /** Whether the launcher lets the simulator loose on a demo. */
  simulator: boolean
  /** What the seals of the record are keyed with. */
  secretKey: string
  /** Earlier ones: what was sealed with them is still believed. */
  previousSecretKeys: string[]
  /** The file to which the seals are carried out of the database; null = none. */
  auditSeals: string | null
  /** What one member of staff, or one address whose callers are not known, may ask; a channel key, which carries a whole city, a hundred times as much. */
  requestsPerMinute: number
  /** Addresses or networks of reverse proxies whose X-Forwarded-For, -Host and -Proto are believed; empty = nobody's. */
  trustProxy: string[]
  /** What `/metrics` asks for as a bearer token; null = it answers only who stands beside the machine. */
  metricsToken: string | null
  /** How mail leaves, and the address that its links lead to; null = it does not, and is kept to be read. */
  mail: { smtpUrl: string; from: string; publicUrl: string } | null
  /** Who executes payments; null = channels take the money and report it. */
  gateway: GatewayConfig | null
  /** The origin at which people open the product; null where nobody said. */
  publicUrl: string | null
  /** Where the log is also written, as JSON, whatever `logLevel` keeps from the terminal; null = nowhere. */
  logFile: string | null
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

/**
 * Reads the configuration. Throws one error that names every variable that is wrong and says what is expected.
 * A demo without a secret makes one and keeps it in its data folder.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const wrongNames = findWrongNames(given, variables)
  const parsed = z.safeParse(Environment, given)
  const wrongValues = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
  if (!parsed.success || wrongNames.length > 0) throw wrong([...wrongNames, ...wrongValues])
  const values = parsed.data
  const demo = values.DEMO ? values.DEMO === 'on' : values.DATABASE_URL === undefined
  const problems = [
    demo && !LOOPBACK.has(values.HOST) && `HOST must be 127.0.0.1, ::1 or localhost while DEMO is on: its passwords are public`,
    ...secretProblems(values.SECRET_KEY, demo),
    ...mailProblems(values),
    ...gatewayProblems(values),
  ].filter((problem) => problem !== false)
  if (problems.length > 0) throw wrong(problems)
  const dataDir = resolve(values.DATA_DIR)
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir,
    databaseUrl: values.DATABASE_URL ?? null,
    databaseReplicaUrl: values.DATABASE_REPLICA_URL ?? null,
    shareDatabase: values.SHARE_DATABASE === 'on',
    demo,
    demoOrders: values.DEMO_ORDERS,
    simulator: values.SIMULATOR === 'on',
    secretKey: values.SECRET_KEY ?? readKeptSecret(dataDir),
    previousSecretKeys: values.SECRET_KEY_PREVIOUS,
    auditSeals: values.AUDIT_SEALS === 'off' ? null : resolve(values.AUDIT_SEALS ?? join(dataDir, SEALS_FILE)),
    requestsPerMinute: values.REQUESTS_PER_MINUTE,
    trustProxy: values.TRUST_PROXY,
    metricsToken: values.METRICS_TOKEN ?? null,
    mail: mailOf(values),
    gateway: gatewayOf(values),
    publicUrl: originOf(values),
    logFile: values.LOG_FILE === undefined ? null : resolve(values.LOG_FILE),
    logLevel: values.LOG_LEVEL,
  }
}

/** The secrets of an installation that may be just being restored: null where neither the environment nor its folder has one. */
export function findSecrets(
  environment: Record<string, string | undefined>,
  dataDir: string,
): Pick<Config, 'secretKey' | 'previousSecretKeys'> | null {
  const secretKey = environment.SECRET_KEY || (existsSync(join(dataDir, SECRET_FILE)) ? readKeptSecret(dataDir) : null)
  return secretKey === null ? null : { secretKey, previousSecretKeys: z.parse(SecretList, environment.SECRET_KEY_PREVIOUS ?? '') }
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).href === `${new URL(text).origin}/`
}

function isNetwork(text: string): boolean {
  const [address = '', bits] = text.split('/')
  const size = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  return size > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= size))
}

function secretProblems(secret: string | undefined, demo: boolean): string[] {
  if (secret === undefined)
    return demo
      ? []
      : ['SECRET_KEY is missing: outside the demo it is required, at least 32 random characters (try: openssl rand -base64 33)']
  if (WEAK_SECRET.test(secret)) return ['SECRET_KEY is a guessable word: use at least 32 random characters']
  if (secret.length < SECRET_MIN_LENGTH) return [`SECRET_KEY is too short: use at least ${SECRET_MIN_LENGTH} random characters`]
  return []
}

type Values = z.infer<typeof Environment>

/** A mail without a sender, or with a link to nowhere, helps nobody. */
function mailProblems(values: Values): string[] {
  if (values.SMTP_URL === undefined)
    return values.MAIL_FROM === undefined ? [] : ['SMTP_URL is missing: MAIL_FROM is the sender of mail that leaves by it']
  const needed = { MAIL_FROM: values.MAIL_FROM, PUBLIC_URL: values.PUBLIC_URL }
  return Object.entries(needed).flatMap(([name, value]) =>
    value === undefined ? [`${name} is missing: mail that leaves by SMTP_URL needs it`] : [],
  )
}

function mailOf(values: Values): Config['mail'] {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from } = values
  const publicUrl = originOf(values)
  return smtpUrl && from && publicUrl ? { smtpUrl, from, publicUrl } : null
}

const gatewayParts = [
  ['SIMULATED_GATEWAY_URL', 'GATEWAY_SECRET'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
] as const

/** Of a gateway both or neither, and of one gateway only. */
function gatewayProblems(values: Values): string[] {
  const halves = gatewayParts.flatMap(([one, other]) => {
    const missing = values[one] === undefined ? one : other
    return (values[one] === undefined) === (values[other] === undefined) ? [] : [`${missing} is missing: ${one} and ${other} go together`]
  })
  const isTwice = values.SIMULATED_GATEWAY_URL !== undefined && values.STRIPE_SECRET_KEY !== undefined
  return isTwice ? [...halves, 'SIMULATED_GATEWAY_URL and STRIPE_SECRET_KEY name two gateways: payments go to one'] : halves
}

function gatewayOf(values: Values): GatewayConfig | null {
  const [url, secret] = [values.SIMULATED_GATEWAY_URL, values.GATEWAY_SECRET]
  if (url && secret) return { name: 'simulated', url: new URL(url).origin, secret }
  const [secretKey, webhookSecret] = [values.STRIPE_SECRET_KEY, values.STRIPE_WEBHOOK_SECRET]
  return secretKey && webhookSecret ? { name: 'stripe', secretKey, webhookSecret } : null
}

function originOf({ PUBLIC_URL: address }: Values): string | null {
  return address === undefined ? null : new URL(address).origin
}

function readKeptSecret(dataDir: string): string {
  return keepSecret(dataDir, SECRET_FILE, () => randomBytes(33).toString('base64'))
}

function wrong(problems: string[]): Error {
  return new Error(`The configuration is wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
}
