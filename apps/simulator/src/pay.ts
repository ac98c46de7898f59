import { channelContract } from '@larder/contract'
import { pause } from './channel.ts'
import type { Random } from './random.ts'
import type { Town } from './town.ts'

const lookEveryMs = 1000
const mostLooks = 60
const answerLimitMs = 10_000

/**
 * The customer pays at the gateway's page as soon as there is one: mostly at once, sometimes by a card that is declined and then by another,
 * now and then by a bank that takes its time, and a few never do.
 */
export async function payAtGateway(town: Town, random: Random, orderId: string): Promise<void> {
  const checkout = await awaitCheckout(town, orderId)
  if (checkout === null) return
  await pause(random.between(500, 4000), town.signal)
  const drawn = random.next()
  if (drawn < 0.04) return
  if (drawn < 0.16) {
    await payBy(town, checkout, 'declined')
    await pause(random.between(4000, 20_000), town.signal)
  }
  await payBy(town, checkout, drawn > 0.97 ? 'slow' : 'good')
}

/** The address of the gateway's page; null where the order does not wait for it any more. */
async function awaitCheckout({ channel, signal }: Town, id: string): Promise<string | null> {
  for (let looks = 0; looks < mostLooks; looks++) {
    await pause(lookEveryMs, signal)
    const answer = await channel.call(channelContract.getOrder, { params: { id } })
    if (!answer.ok) continue
    const { status, payment } = answer.value
    if (payment?.checkout) return payment.checkout
    if (status !== 'placed') return null
  }
  return null
}

async function payBy({ signal }: Town, checkout: string, card: 'good' | 'declined' | 'slow'): Promise<void> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(answerLimitMs)])
  const headers = { 'content-type': 'application/json' }
  // A gateway that is away is for whoever runs it: the customer gives up, and the order is called off in time.
  await fetch(checkout, { method: 'POST', headers, body: JSON.stringify({ card }), signal: limited }).catch(() => signal.throwIfAborted())
}
