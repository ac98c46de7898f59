import { type CaptureMoment, msOf } from '@larder/contract'
import Stripe from 'stripe'
import type { Services } from '#kit/context.ts'
import { type Answer, type GatewayPayment, type GatewayRefund, type PaymentGateway, patienceMs, shorten, type Told } from './gateway.ts'
import { fromStripe, toStripe, whyNotByStripe } from './stripe-amount.ts'

interface Facts {
  secretKey: string
  webhookSecret: string
}
type Address = Extract<Services['config']['gateway'], { name: 'stripe' }>['address']
type Intent = Stripe.PaymentIntent

/** Where our ids stand in what Stripe keeps. */
const paymentKey = 'larder_payment'
const refundKey = 'larder_refund'
const pageSize = 100

/** Stripe, by its own library. An order is a payment intent: a try of the customer that fails leaves it open for another. `address`: of another server that speaks Stripe's shape; for tests. */
export function stripeGateway({ secretKey, webhookSecret }: Facts, address?: Address): PaymentGateway {
  // What is lost is asked again by us, with a look first: the library's own repetitions would hide it.
  const stripe = new Stripe(secretKey, { maxNetworkRetries: 0, timeout: patienceMs, telemetry: false, ...address })

  async function ask(call: () => Promise<Intent>): Promise<Answer> {
    try {
      return { payment: await whole(await call()) }
    } catch (error) {
      return outcomeOf(error)
    }
  }

  async function askFor(minor: number, currency: string, call: (amount: number) => Promise<Intent>): Promise<Answer> {
    const amount = toStripe(minor, currency)
    return amount === null ? { refused: `Stripe ${whyNotByStripe(minor, currency)}.` } : ask(() => call(amount))
  }

  async function whole(intent: Intent): Promise<GatewayPayment> {
    const refunds: GatewayRefund[] = []
    if (intent.amount_received > 0)
      for await (const refund of stripe.refunds.list({ payment_intent: intent.id, limit: pageSize }))
        refunds.push(refundOf(refund, currencyOf(intent)))
    return paymentOf(intent, refunds)
  }

  const look = (reference: string) => stripe.paymentIntents.retrieve(reference)
  return {
    name: 'stripe',
    begin: ({ key, orderId, amountMinor, currency, capture }) =>
      askFor(amountMinor, currency, (amount) =>
        stripe.paymentIntents.create(
          {
            amount,
            currency: currency.toLowerCase(),
            capture_method: methodOf(capture),
            automatic_payment_methods: { enabled: true },
            metadata: { [paymentKey]: key, larder_order: orderId },
          },
          { idempotencyKey: key },
        ),
      ),
    capture: (reference, { minor, currency }, key) =>
      askFor(minor, currency, (amount_to_capture) =>
        stripe.paymentIntents.capture(reference, { amount_to_capture }, { idempotencyKey: key }),
      ),
    void: (reference, key) => ask(() => stripe.paymentIntents.cancel(reference, {}, { idempotencyKey: key })),
    refund: (reference, { minor, currency }, key) =>
      askFor(minor, currency, async (amount) => {
        const asked = { payment_intent: reference, amount, metadata: { [refundKey]: key } }
        await stripe.refunds.create(asked, { idempotencyKey: key })
        return look(reference)
      }),
    look: (reference) => ask(() => look(reference)),
    async *list(since) {
      const from = Math.floor(msOf(since) / 1000)
      for await (const intent of stripe.paymentIntents.list({ created: { gte: from }, limit: pageSize })) yield await whole(intent)
    },
    read: (bytes, signature) => readEvent(stripe, bytes, signature, webhookSecret),
  }
}

function methodOf(capture: CaptureMoment): 'automatic' | 'manual' {
  return capture === 'at-once' ? 'automatic' : 'manual'
}

function paymentOf(intent: Intent, refunds: GatewayRefund[]): GatewayPayment {
  const { id, metadata, amount, amount_received, client_secret, last_payment_error: failure } = intent
  return {
    reference: id,
    paymentId: metadata[paymentKey] ?? null,
    state: stateOf(intent),
    amountMinor: fromStripe(amount, currencyOf(intent)),
    capturedMinor: fromStripe(amount_received, currencyOf(intent)),
    currency: currencyOf(intent),
    checkout: client_secret,
    failure: failure ? shorten(failure.message ?? failure.code ?? 'The payment did not go through.') : null,
    refunds,
  }
}

function stateOf({ status, last_payment_error: failure }: Intent): GatewayPayment['state'] {
  switch (status) {
    case 'requires_capture':
      return 'authorised'
    case 'succeeded':
      return 'captured'
    case 'canceled':
      return 'voided'
    case 'requires_payment_method':
      return failure ? 'failed' : 'pending'
    default:
      return 'pending'
  }
}

function currencyOf({ currency }: Intent): string {
  return currency.toUpperCase()
}

function refundOf({ id, metadata, status, amount, failure_reason }: Stripe.Refund, currency: string): GatewayRefund {
  const isOver = status === 'failed' || status === 'canceled'
  return {
    reference: id,
    key: metadata?.[refundKey] ?? null,
    state: status === 'succeeded' ? 'done' : isOver ? 'failed' : 'pending',
    amountMinor: fromStripe(amount, currency),
    failure: isOver ? shorten(failure_reason ?? 'The refund was cancelled.') : null,
  }
}

// What Stripe answers with 4xx it will not do; keys, limits and what is under way at the same moment are asked again.
function outcomeOf(error: unknown): Exclude<Answer, { payment: unknown }> {
  const words = shorten(error instanceof Error ? error.message : String(error))
  const isRefused = error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeCardError
  return isRefused ? { refused: words } : { away: words }
}

function readEvent(stripe: Stripe, bytes: Uint8Array, signature: string, secret: string): Told | 'unreadable' | null {
  try {
    const { id, type, data } = stripe.webhooks.constructEvent(Buffer.from(bytes), signature, secret)
    return { eventId: id, kind: type, reference: intentOf(data.object) }
  } catch (error) {
    return error instanceof Stripe.errors.StripeSignatureVerificationError ? null : 'unreadable'
  }
}

/** The payment intent that something is about: it may be one, or name one. */
function intentOf(object: object): string | null {
  const {
    id,
    object: kind,
    payment_intent: intent,
  } = object as { id?: string; object?: string; payment_intent?: string | { id: string } | null }
  if (kind === 'payment_intent') return id ?? null
  return typeof intent === 'string' ? intent : (intent?.id ?? null)
}
