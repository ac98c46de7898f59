import type { Services } from '#kit/context.ts'
import type { PaymentGateway } from './gateway.ts'
import { simulatedGateway } from './simulated.ts'

type GatewayConfig = NonNullable<Services['config']['gateway']>

const opened = new WeakMap<GatewayConfig, Promise<PaymentGateway>>()

/** The gateway of the configuration, opened once. */
export function openGateway({ clock }: Pick<Services, 'clock'>, config: GatewayConfig): Promise<PaymentGateway> {
  const gateway = opened.get(config) ?? open(config, clock.ms)
  opened.set(config, gateway)
  return gateway
}

async function open(config: GatewayConfig, now: () => number): Promise<PaymentGateway> {
  if (config.name === 'simulated') return simulatedGateway(config, now)
  // Loaded where payments go there: nothing else waits for a library of hundreds of files.
  const { stripeGateway } = await import('./stripe.ts')
  return stripeGateway(config, config.address)
}
