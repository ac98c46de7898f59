import { anyResource } from '#kit/resource/define.ts'
import type { KnownResources } from '#kit/resource/known-resources.ts'

/** What records of other features have lists of: a feature knows no other. */
export const knownResources: KnownResources = {
  order: async () => anyResource((await import('#features/orders/orders.resource.tsx')).orders),
}
