import type { FeeTier } from '@larder/contract'

interface Reach {
  /** The store's own tiers, over its area's. */
  own: readonly FeeTier[] | null
  area: readonly FeeTier[]
  radiusKm: number | null
}

/** The tiers that a store delivers by: its own or its area's, which end at its radius; a radius beyond them carries the last one on. Pure. */
export function tiersOf({ own, area, radiusKm }: Reach): FeeTier[] {
  const tiers = [...(own ?? area)]
  if (radiusKm === null) return tiers
  const [within, beyond] = [tiers.filter(({ maxKm }) => maxKm < radiusKm), tiers.filter(({ maxKm }) => maxKm >= radiusKm)]
  const last = beyond[0] ?? within.pop()
  return last ? [...within, { ...last, maxKm: radiusKm }] : []
}
