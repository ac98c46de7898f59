import type { Services } from '#kit/context.ts'
import { readSetting } from '#kit/settings.ts'

/** The settings that decide what may be done with an order, and until when. */
export interface OrderRules {
  warnMinutes: number
  autoRejectMinutes: number
  paymentMinutes: number
  maxDelays: number
  restoreMinutes: number
  /** After so many without an act of whoever handles an order, nobody does. */
  claimMinutes: number
  /** Minutes on the road that a promise allows for where the distance is not known. */
  travelMinutes: number
}

export async function readOrderRules(services: Services): Promise<OrderRules> {
  const [warnMinutes, autoRejectMinutes, paymentMinutes, maxDelays, restoreMinutes, claimMinutes, travelMinutes] = await Promise.all([
    readSetting(services, 'order.warnMinutes'),
    readSetting(services, 'order.autoRejectMinutes'),
    readSetting(services, 'order.paymentMinutes'),
    readSetting(services, 'order.maxDelays'),
    readSetting(services, 'order.restoreMinutes'),
    readSetting(services, 'order.claimMinutes'),
    readSetting(services, 'order.travelMinutes'),
  ])
  return { warnMinutes, autoRejectMinutes, paymentMinutes, maxDelays, restoreMinutes, claimMinutes, travelMinutes }
}
