import autocannon from 'autocannon'

/** One request of a load. */
export interface Call {
  method?: 'GET' | 'POST'
  path: string
  body?: unknown
}

/** What a load came to: answers a second, and how long each took in milliseconds, shortest first. */
export interface Sample {
  perSecond: number
  latencies: number[]
  failures: number
}

export const connections = 8

/** Asks a server as fast as it answers, through 8 connections: for some seconds, or a number of requests. */
export async function drive(
  address: string,
  token: string | null,
  next: () => Call,
  until: { seconds: number } | { requests: number },
): Promise<Sample> {
  const latencies: number[] = []
  let failures = 0
  let [first, last] = [0, 0]
  const headers = { 'content-type': 'application/json', ...(token && { 'x-api-key': token, authorization: `Bearer ${token}` }) }
  const run = autocannon({
    url: address,
    connections,
    ...('seconds' in until ? { duration: until.seconds } : { amount: until.requests }),
    requests: [
      {
        setupRequest: (request) => {
          const { method = 'GET', path, body } = next()
          return { ...request, method, path, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
        },
      },
    ],
  })
  run.on('response', (_client, status, _bytes, milliseconds) => {
    last = performance.now()
    if (first === 0) first = last
    latencies.push(milliseconds)
    if (status !== 200) failures++
  })
  await run
  // Between the first answer and the last: of fewer than two there is no rate.
  const perSecond = last > first ? ((latencies.length - 1) / (last - first)) * 1000 : 0
  return { perSecond, latencies: latencies.sort((a, b) => a - b), failures }
}

/** The value below which a share of sorted numbers lies. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function median(numbers: readonly number[]): number {
  return quantile(
    numbers.toSorted((a, b) => a - b),
    0.5,
  )
}
