import type { CaptureMoment, Gateway, Money } from '@larder/contract'

/** A payment as its gateway says it is. Amounts are minor units. */
export interface GatewayPayment {
  reference: string
  /** Our id of it, which the gateway was given; null of one that we did not begin. */
  paymentId: string | null
  state: 'pending' | 'authorised' | 'captured' | 'failed' | 'voided'
  amountMinor: number
  capturedMinor: number
  currency: string
  /** What the customer's app pays with: an address, or a secret for the gateway's own library. */
  checkout: string | null
  /** Why the customer's last try did not go through. */
  failure: string | null
  refunds: GatewayRefund[]
}

export interface GatewayRefund {
  reference: string
  /** The key that we asked for it by; null of one that we did not ask for. */
  key: string | null
  state: 'pending' | 'done' | 'failed'
  amountMinor: number
  failure: string | null
}

/** What to begin: `key` is our id of the payment, by which it is begun once however often it is asked for. */
export interface NewIntent {
  key: string
  orderId: string
  amountMinor: number
  currency: string
  capture: CaptureMoment
}

/** What came of asking: how the payment stands, that the gateway will not do it, or no answer; in words. */
export type Answer = { payment: GatewayPayment } | { refused: string } | { away: string }

/** What a gateway has told us: its id of what it told, and the payment that it is about. What happened, the payment itself says. */
export interface Told {
  eventId: string
  kind: string
  reference: string | null
}

/**
 * Who executes payments. Every write carries a key derived from our row: asked again, it is done once. Nothing here throws for what a gateway
 * says or does not say.
 */
export interface PaymentGateway {
  readonly name: Gateway
  begin(intent: NewIntent): Promise<Answer>
  capture(reference: string, amount: Money, key: string): Promise<Answer>
  void(reference: string, key: string): Promise<Answer>
  refund(reference: string, amount: Money, key: string): Promise<Answer>
  look(reference: string): Promise<Answer>
  /** Its payments that were begun since then, page by page. Throws when it does not answer. */
  list(since: string): AsyncIterable<GatewayPayment>
  /** What a signed message tells; null when it is not of the gateway, or too old; `unreadable` when it is, and tells nothing. */
  read(bytes: Uint8Array, signature: string): Told | 'unreadable' | null
}

/** Milliseconds for which an answer of a gateway is waited for. */
export const patienceMs = 15_000

/** The longest words of a gateway that are kept. */
export function shorten(words: string): string {
  return words.slice(0, 200)
}
