import { setTimeout as pause } from 'node:timers/promises'
import type { ErrorBody } from '@larder/contract'

/** How often a server that is overloaded, as it may be while it starts, is asked again after the seconds that it names. */
const mostTries = 10

/** As `fetch`, by a client that waits when it is told to: what a server turns away is not begun, and is sent again as it was. */
export async function fetchAdmitted(address: string, init: RequestInit, triesLeft = mostTries): Promise<Response> {
  const answer = await fetch(address, init)
  if (answer.status !== 503 || triesLeft === 0) return answer
  const { error } = (await answer.clone().json()) as ErrorBody
  if (error.reason !== 'overloaded') return answer
  await pause(Number(answer.headers.get('retry-after') ?? 1) * 1000)
  return fetchAdmitted(address, init, triesLeft - 1)
}
