import type { CallerStore, Format } from '@larder/contract'
import type { Option } from '#kit/fields/options.ts'
import type { Typed } from './typed.ts'

/** `open`, or when it opens. */
export function openWords({ isOpenNow, opensAt, timeZone }: CallerStore, instant: Format['instant']): string {
  return isOpenNow ? 'open' : opensAt ? `opens ${instant(opensAt, 'dateTime', timeZone)}` : 'closed'
}

/** A store as whoever takes the call chooses it; one that does not deliver to the address says so, and is not chosen. */
export function storeOption(
  store: CallerStore,
  { orderType, storeId }: Pick<Typed, 'orderType' | 'storeId'>,
  { money, instant }: Pick<Format, 'money' | 'instant'>,
): Option {
  const { id, name, km, deliveryFee } = store
  const isOut = orderType === 'delivery' && km !== null && deliveryFee === null
  const facts = [km === null ? null : `${km} km`, deliveryFee && `delivery ${money(deliveryFee)}`, openWords(store, instant)]
  return {
    value: id,
    label: name,
    hint: facts.filter(Boolean).join(' · '),
    ...(isOut && id !== storeId && { because: `Does not deliver to this address, ${km} km away` }),
  }
}
