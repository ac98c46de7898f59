import { type Instant, isOpenAt, nextOpening, type OpeningHours, type OpenMode, type SpecialDay } from '@larder/contract'

/** What decides whether a store takes orders, as the columns of `store` hold it. */
export interface Opening {
  status: string
  open_mode: string
  open_mode_until: Instant | null
  opening_hours: unknown
  special_days: unknown
  time_zone: string
}

/** The mode that holds at a moment: one whose end has passed is over, whether or not the job has come by yet. */
export function openModeAt(store: Pick<Opening, 'open_mode' | 'open_mode_until'>, now: Instant): { mode: OpenMode; until: Instant | null } {
  if (store.open_mode_until !== null && store.open_mode_until <= now) return { mode: 'open', until: null }
  return { mode: store.open_mode as OpenMode, until: store.open_mode_until }
}

/** Whether a store takes orders at a moment: live, neither paused nor closed, and within its hours. */
export function isStoreOpen(store: Opening, now: Instant): boolean {
  const { mode } = openModeAt(store, now)
  return store.status === 'live' && (mode === 'open' || mode === 'busy') && isWithinHours(store, now)
}

/** Whether a moment is within its hours, whatever its mode. */
export function isWithinHours(store: Opening, now: Instant): boolean {
  return isOpenAt(...hoursOf(store), now, store.time_zone)
}

/** When a store that is shut takes orders again by itself; null while it is open, or when only a person can open it. */
export function nextStoreOpening(store: Opening, now: Instant): Instant | null {
  if (store.status !== 'live' || isStoreOpen(store, now)) return null
  const { mode, until } = openModeAt(store, now)
  const isShut = mode === 'paused' || mode === 'closed'
  if (isShut && until === null) return null
  return nextOpening(...hoursOf(store), isShut && until ? until : now, store.time_zone)
}

/** The first moment from another one on that is within its hours, whatever its mode; null where it never opens. */
export function nextWithinHours(store: Opening, from: Instant): Instant | null {
  return nextOpening(...hoursOf(store), from, store.time_zone)
}

function hoursOf(store: Opening): [OpeningHours, SpecialDay[]] {
  return [store.opening_hours as OpeningHours, store.special_days as SpecialDay[]]
}
