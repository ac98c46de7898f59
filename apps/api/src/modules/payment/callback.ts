import { callbackSignatures, type Output, type Parsed, type paymentContract } from '@larder/contract'
import { sql } from 'kysely'
import type { Context, Services } from '#kit/context.ts'
import { Refusal } from '#kit/errors.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import type { PaymentGateway } from './gateway.ts'
import { openGateway } from './open-gateway.ts'

/**
 * What a gateway tells. Only that something happened is taken from it: its id is kept, so that it is taken once, and the payment is due to be
 * looked up. Told twice, late or in another order than it happened, it does no more than that. Acknowledged after COMMIT.
 */
export async function takeCallback(
  ctx: Context,
  { params, body }: Parsed<typeof paymentContract.callback>,
): Promise<Output<typeof paymentContract.callback>> {
  const gateway = await gatewayOf(ctx.services, params.gateway)
  const told = gateway.read(body.bytes, ctx.signature?.(callbackSignatures[params.gateway]) ?? '')
  if (!told) throw new Refusal('credentials', { reason: 'callback-not-signed', message: 'This is not signed by the gateway, or too old.' })
  if (told === 'unreadable') throw new Refusal('malformed', { reason: 'callback-unreadable', message: 'What is signed here is no event.' })
  const { eventId, kind, reference } = told
  const now = ctx.clock.instant()
  await unitOfWork(ctx, async (work) => {
    work.nothing()
    await sql`with known as (select id from payment where gateway = ${params.gateway} and reference = ${reference}),
        taken as (insert into payment_callback (gateway, event_id, payment_id, kind, reference, received_at)
          values (${params.gateway}, ${eventId}, (select id from known), ${kind}, ${reference}, ${now}) on conflict do nothing returning payment_id)
      update payment set due_at = ${now}, nudges = nudges + 1 from taken where payment.id = taken.payment_id`.execute(work.db)
  })
  return { received: true }
}

async function gatewayOf(services: Services, name: string): Promise<PaymentGateway> {
  if (services.config.gateway?.name === name) return openGateway(services, services.config.gateway)
  throw new Refusal('not-found', { reason: 'gateway-not-set-up', message: 'Payments do not go to this gateway here.' })
}
