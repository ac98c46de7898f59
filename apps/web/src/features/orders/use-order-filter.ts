import { businessDay, currentInstant, LocalDate, localDateAt } from '@larder/contract'
import { useEffect, useEffectEvent } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { useSearchParams } from 'react-router'
import { useZone } from '#kit/access/access.tsx'
import { daysOf } from '#kit/filters/period.ts'
import { useToday } from '#kit/use-now.ts'
import { type OrderFilter, orderFilterSet } from '#state/dashboard.ts'

type Field = keyof OrderFilter
const fields: readonly Field[] = ['from', 'to', 'status', 'order_type']
/** What a field is while the address doesn't name it; days may be any. */
const unset: Record<Field, string> = { from: '', to: '', status: 'All', order_type: 'all' }

/** The filter that was used last, at first today, as an address without any query takes it. */
export function filterQuery(filter: OrderFilter, zone: string): URLSearchParams {
  const set = fields.map((field) => [field, textOf(filter, field, zone)] as const).filter(([field, text]) => text !== unset[field])
  const query = new URLSearchParams(set.map(([field, text]) => [field, text]))
  const today = localDateAt(currentInstant(), zone)
  if (query.get('from') === today && query.get('to') === today) {
    query.set('from', 'today')
    query.delete('to')
  }
  return query
}

/** Keeps the specification's order filter (slice `dashboard`) in step with the address, which leads. */
export function useOrderFilter(): void {
  const [params] = useSearchParams()
  const filter = useSelector((state: { dashboard: { filter: OrderFilter } }) => state.dashboard.filter)
  const dispatch = useDispatch()
  const zone = useZone()
  const today = useToday(zone)
  const address = params.toString()
  const follow = useEffectEvent((shown: URLSearchParams) => {
    const days = daysOf({ from: shown.get('from') ?? unset.from, to: shown.get('to') ?? unset.to }, today)
    for (const field of fields) {
      const text = isDay(field) ? days[field] : (shown.get(field) ?? unset[field])
      if (text !== textOf(filter, field, zone)) dispatch(orderFilterSet({ field, value: fieldValue(field, text, zone) }))
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: "today" means other days tomorrow
  useEffect(() => follow(new URLSearchParams(address)), [address, today])
}

/** A field as the address writes it: days of the installation's zone, words as they are. */
function textOf(filter: OrderFilter, field: Field, zone: string): string {
  const value = filter[field]
  return isDay(field) && value !== '' ? localDateAt(value, zone) : value
}

function fieldValue(field: Field, text: string, zone: string): string {
  if (!isDay(field)) return text
  return LocalDate.safeParse(text).success ? businessDay(text, zone).from : ''
}

function isDay(field: Field): field is 'from' | 'to' {
  return field === 'from' || field === 'to'
}
