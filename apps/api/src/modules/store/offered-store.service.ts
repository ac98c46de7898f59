import type { Instant, Vertical } from '@larder/contract'
import { isStoreOpen, nextStoreOpening, type Opening } from './store-open.service.ts'

/** What of a store, and of its area, whoever orders from it needs: as the columns of both hold it. */
export interface OfferedStore extends Opening {
  id: string
  display_name: string
  vertical: Vertical
  branch_id: string
  lat: number
  lng: number
  currency: string
  min_order_minor: number
  min_basket_minor: number
  packing_minor: number
}

/** A store as it is told to whoever chooses one. */
export function tellOffered(store: OfferedStore, now: Instant) {
  return {
    id: store.id,
    name: store.display_name,
    vertical: store.vertical,
    branchId: store.branch_id,
    point: { lat: store.lat, lng: store.lng },
    timeZone: store.time_zone,
    isOpenNow: isStoreOpen(store, now),
    opensAt: nextStoreOpening(store, now),
  }
}
