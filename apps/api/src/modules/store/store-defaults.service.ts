import { parseMoney, type StoreDefaults, zeroMoney } from '@larder/contract'
import type { Context } from '#kit/context.ts'
import { readSetting } from '#kit/settings.ts'

/** What a new store begins with, as the settings are now. */
export async function readDefaults({ services }: Context): Promise<StoreDefaults> {
  const [opens, closes, prepMinutes, busyExtraMinutes, accepts, most, commissionPpm, minOrder, packing, currency] = await Promise.all([
    readSetting(services, 'store.opensAt'),
    readSetting(services, 'store.closesAt'),
    readSetting(services, 'store.prepMinutes'),
    readSetting(services, 'store.busyExtraMinutes'),
    readSetting(services, 'store.autoAccept'),
    readSetting(services, 'store.maxOrdersPerQuarterHour'),
    readSetting(services, 'store.commissionPpm'),
    readSetting(services, 'store.minOrder'),
    readSetting(services, 'store.packing'),
    readSetting(services, 'installation.currency'),
  ])
  const amount = (units: number) => parseMoney(String(units), currency) ?? zeroMoney(currency)
  return {
    startsAs: 'draft',
    openingHours: [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, opens, closes })),
    prepMinutes,
    busyExtraMinutes,
    autoAccept: accepts === 'yes',
    maxOrdersPerQuarterHour: most || null,
    commissionPlan: 'Standard',
    commissionPpm,
    minOrder: amount(minOrder),
    packing: amount(packing),
  }
}
