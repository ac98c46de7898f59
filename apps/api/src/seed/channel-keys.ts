import { type ChannelKind, type ChannelReach, instantOf, scopesOfKind } from '@larder/contract'
import type { City } from './city.ts'

const dayMs = 86_400_000

/** Keys that programs of a city like this one have, of each kind; nobody knows a secret that opens one of them. */
export function buildKeys(city: City) {
  const random = city.stream('channel keys')
  const [first, second] = city.stores
  const [home] = city.branches
  if (!first || !second || !home) throw new Error('the demo city has too few stores or branches')
  const key = (daysAgo: number, name: string, kind: ChannelKind, reach: ChannelReach, place_ids: string[]) => ({
    id: random.id(city.nowMs - daysAgo * dayMs),
    name,
    kind,
    reach,
    place_ids,
    scopes: scopesOfKind(kind),
    // No text hashes to what was drawn.
    key_hash: Buffer.from(Array.from({ length: 32 }, () => random.whole(0, 255))),
    created_at: instantOf(city.nowMs - daysAgo * dayMs),
    updated_at: instantOf(city.nowMs - daysAgo * dayMs),
    per_minute: kind === 'customer-app' ? 60_000 : null,
    revoked_at: null as string | null,
  })
  return [
    key(400, 'Larder for customers', 'customer-app', 'own', []),
    key(390, 'Store tablets', 'store-app', 'branch', [home.id]),
    key(380, `Till of ${first.name}`, 'till', 'store', [first.id]),
    { ...key(120, `Former till of ${second.name}`, 'till', 'store', [second.id]), revoked_at: instantOf(city.nowMs - 40 * dayMs) },
    key(40, `Till of ${second.name}`, 'till', 'store', [second.id]),
    ...city.branches.map(({ id, code }, index) => key(370 - index, `Riders of ${code}`, 'rider-app', 'branch', [id])),
  ]
}
