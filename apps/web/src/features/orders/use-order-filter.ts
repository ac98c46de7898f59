import { businessDay, LocalDate, localDateAt } from '@larder/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { useSearchParams } from 'react-router'
import { useZone } from '#kit/access/access.tsx'
import { type OrderFilter, orderFilterSet } from '#state/dashboard.ts'

type Field = keyof OrderFilter
const fields: readonly Field[] = ['from', 'to', 'status', 'order_type']
/** What a field is while the address doesn't name it; days may be any. */
const unset: Record<Field, string> = { from: '', to: '', status: 'All', order_type: 'all' }

/**
 * Keeps the specification's order filter (slice `dashboard`) and the address in step. An address without any query takes the filter that
 * was used last, at first today; after that the address leads. False until the address says what is shown.
 */
export function useOrderFilter(): boolean {
  const [params, setParams] = useSearchParams()
  const filter = useSelector((state: { dashboard: { filter: OrderFilter } }) => state.dashboard.filter)
  const dispatch = useDispatch()
  const zone = useZone()
  const [isSettled, setSettled] = useState(params.size > 0)
  const address = params.toString()

  const settle = useEffectEvent(() => {
    const set = fields.map((field) => [field, textOf(filter, field, zone)] as const).filter(([field, text]) => text !== unset[field])
    setParams(Object.fromEntries(set), { replace: true })
    setSettled(true)
  })
  const follow = useEffectEvent((shown: URLSearchParams) => {
    for (const field of fields) {
      const text = shown.get(field) ?? unset[field]
      if (text !== textOf(filter, field, zone)) dispatch(orderFilterSet({ field, value: fieldValue(field, text, zone) }))
    }
  })
  useEffect(() => {
    if (isSettled) follow(new URLSearchParams(address))
    else settle()
  }, [isSettled, address])
  return isSettled
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

function isDay(field: Field): boolean {
  return field === 'from' || field === 'to'
}
