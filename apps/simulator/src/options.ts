import { parseArgs } from 'node:util'

export interface Options {
  /** Where the product answers, without `/api`. */
  url: string
  key: string
  /** Orders a minute; `hourly` says whether that is a mean over the day, busier at meals, or the same at any hour. */
  ordersPerMinute: number
  hourly: boolean
  /** Ends after so many acknowledged orders; null for ever. */
  orders: number | null
  /** So many customers order one after the other as fast as they are answered, and nobody else plays; null for the ordinary life. */
  writers: number | null
  seed: string
  /** How many times faster than life stores cook and riders ride. */
  speed: number
  ackLog: string | null
  timeZone: string
  /** Whether customers who pay online pay at the product's simulated gateway; else the channel says that they paid. */
  gateway: boolean
}

const usual = { ordersPerMinute: 5, speed: 6, timeZone: 'Asia/Kolkata' }

const usage = `usage: simulate --url URL --key KEY [--rate ORDERS/s] [--orders N] [--writers N] [--seed TEXT] [--speed X] [--ack-log FILE] [--time-zone ZONE] [--gateway]
  --rate      the same at any hour, such as 0.5/s; without it, ${usual.ordersPerMinute} a minute on average, busier at meals (or env SIMULATOR)
  --orders    ends after so many acknowledged orders
  --writers   so many customers order as fast as they are answered; no stores, no riders
  --speed     how many times faster than life stores cook and riders ride (${usual.speed})
  --gateway   customers who pay online pay at the product's simulated gateway
  --ack-log   one line for each acknowledged order id, on disk before the next order of that customer`

/** Reads the command line and, where that is silent, the environment (LARDER_URL, LARDER_KEY, SIMULATOR). Throws with the usage when it can't. */
export function readOptions(args: readonly string[], environment: Record<string, string | undefined>): Options {
  const { values } = parseOrExplain(args)
  const { url = environment.LARDER_URL, key = environment.LARDER_KEY } = values
  if (!url || !URL.canParse(url)) throw explained('--url is missing or no address')
  if (!key) throw explained('--key is missing')
  const rate = values.rate === undefined ? null : numberOf('--rate', values.rate.replace(/\/s$/, ''), 0.001, 10_000)
  return {
    url: new URL(url).origin,
    key,
    ordersPerMinute: rate === null ? meanOf(environment.SIMULATOR) : rate * 60,
    hourly: rate === null,
    orders: values.orders === undefined ? null : wholeOf('--orders', values.orders),
    writers: values.writers === undefined ? null : wholeOf('--writers', values.writers),
    seed: values.seed ?? 'larder',
    speed: values.speed === undefined ? usual.speed : numberOf('--speed', values.speed, 0.1, 1000),
    ackLog: values['ack-log'] ?? null,
    timeZone: values['time-zone'] ?? usual.timeZone,
    gateway: values.gateway ?? false,
  }
}

const text = { type: 'string' } as const
const flags = {
  ...{ url: text, key: text, rate: text, orders: text, writers: text, seed: text, speed: text },
  ...{ 'ack-log': text, 'time-zone': text, gateway: { type: 'boolean' } as const },
}

function parseOrExplain(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags })
  } catch (error) {
    throw explained(error instanceof Error ? error.message : String(error))
  }
}

function meanOf(simulator: string | undefined): number {
  return simulator === undefined || simulator === '' || simulator === 'on'
    ? usual.ordersPerMinute
    : numberOf('SIMULATOR', simulator, 0, 100_000)
}

function wholeOf(name: string, given: string): number {
  const number = numberOf(name, given, 1, 100_000_000)
  if (!Number.isInteger(number)) throw explained(`${name} must be a whole number`)
  return number
}

function numberOf(name: string, given: string, min: number, max: number): number {
  const number = Number(given)
  if (given.trim() === '' || !(number >= min && number <= max)) throw explained(`${name} must be a number from ${min} to ${max}`)
  return number
}

function explained(problem: string): Error {
  return new Error(`${problem}\n${usage}`)
}
