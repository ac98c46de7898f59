import { addMinutes, type Instant, minutesBetween, type OrderProblem, type OrderProblemCode, type Slot, slotBounds } from '@larder/contract'
import { nextWithinHours, openModeAt } from '#modules/store/store-open.service.ts'
import { firstOffered, lineProblems, slotProblems, slowestOf } from './problems.ts'
import type { SellingStore, Wanted } from './selling.ts'

/** What of an order another hour may mend. */
const ofTheHour: ReadonlySet<OrderProblemCode> = new Set([
  ...(['store-closed', 'store-paused', 'store-full', 'not-served-now', 'needs-notice'] as const),
  ...(['slot-past', 'slot-too-far', 'slot-too-early', 'slot-closed', 'slot-full'] as const),
])

const slotMinutes = 60

/** Where staff choose another hour for what another hour may mend: as it is asked for now, at the slot; null of what has a field of its own. */
export function slotFieldOf({ code, field }: OrderProblem): string | null {
  if (field.split('.')[0] === 'slot') return field
  return shutNow.has(code) ? 'slot' : null
}
const shutNow: ReadonlySet<OrderProblemCode> = new Set(['store-closed', 'store-paused', 'store-full'])

/**
 * The first slot of an hour for which a basket can be had by the rules of every slot, where what stands in its way now is the hour; null where
 * nothing of that stands in its way, or no slot is known: a store that was shut by hand without an end. Pure.
 */
export function nextSlot(
  store: SellingStore,
  { lines }: Pick<Wanted, 'lines'>,
  { now, planned, problems }: { now: Instant; planned: readonly Instant[]; problems: readonly OrderProblem[] },
): Slot | null {
  if (lines.length === 0 || !problems.some(({ code }) => ofTheHour.has(code))) return null
  const { mode, until } = openModeAt(store, now)
  const isShut = mode === 'paused' || mode === 'closed'
  if (store.status !== 'live' || !store.area_active || (isShut && until === null)) return null
  const soonest = firstOffered(now, slowestOf(store, { lines })?.hours ?? 0)
  let from = nextWithinHours(store, isShut && until !== null && until > soonest ? until : soonest)
  while (from !== null && minutesBetween(now, from) <= slotBounds.daysAhead * 24 * 60) {
    const slot = { from, to: addMinutes(from, slotMinutes) }
    if (canBeHad(store, { lines, slot }, now, planned)) return slot
    from = nextWithinHours(store, slot.to)
  }
  return null
}

function canBeHad(store: SellingStore, { lines, slot }: { lines: Wanted['lines']; slot: Slot }, now: Instant, planned: readonly Instant[]) {
  const within = planned.filter((at) => at >= slot.from && at < slot.to).length
  const ofLines = lines.flatMap((line, at) => lineProblems(store, line, { at, now, isForLater: true, sellsAt: slot.from }))
  const found = [...ofLines, ...slotProblems({ ...store, planned_orders: within }, { slot, lines }, now)]
  return !found.some(({ code }) => ofTheHour.has(code))
}
