import {
  customerContract,
  type OrderRow,
  openModeLabels,
  orderContract,
  orderStatusLabels,
  riderContract,
  storeContract,
  storeStatusLabels,
} from '@larder/contract'
import { useDeferredValue } from 'react'
import { useRead } from '#api/client.ts'
import { useMay, useZone } from '#kit/access/access.tsx'
import { usePlaces } from '#kit/access/places.tsx'
import { format } from '#kit/format.ts'
import { keys } from '#kit/keys.ts'
import { menuGroups } from '../pages.ts'
import { pages } from '../routes.tsx'
import { type Hit, useCommands } from './use-commands.ts'

const fewest = 2
const each = 5

/** What fits: what can be done and pages by their words at once, records as the server finds them. */
export function useHits(typed: string): { hits: Hit[]; isSearching: boolean } {
  const q = useDeferredValue(typed.trim())
  const may = useMay()
  const places = usePlaces()
  const query = (permission: string) => (q.length >= fewest && may(permission) ? { query: { q, limit: each } } : null)
  const orders = useRead(orderContract.list, query('order.view'))
  const stores = useRead(storeContract.list, query('store.view'))
  const customers = useRead(customerContract.list, query('customer.view'))
  const riders = useRead(riderContract.list, query('rider.view'))

  const zone = useZone()
  const stateOf = (row: OrderRow) => `${orderStatusLabels[row.status]}, ${format().instant(row.placedAt, 'dateTime', zone)}`
  const record = (entity: string, kind: string, row: { id: string }, label: string, hint: string): Hit[] => {
    const to = places.recordPath(entity, row.id) ?? places.listPath(entity, { q })
    return to ? [{ key: row.id, label, hint, kind, go: to }] : []
  }
  const commands = useCommands()
  const hits = [
    ...commands.ofRecord.filter(({ label }) => fits(q, label)),
    ...pageHits(q, may),
    // Nobody opens it to read them: they are there for whoever types what they mean.
    ...(q === '' ? [] : commands.ofProduct.filter(({ label }) => fits(q, label))),
    ...(orders.data?.rows ?? []).flatMap((row) =>
      record('order', 'Order', row, row.number, `${stateOf(row)} · ${row.store.name}, ${row.customerName}, ${format().money(row.total)}`),
    ),
    ...(stores.data?.rows ?? []).flatMap((row) =>
      record(
        'store',
        'Store',
        row,
        row.name,
        `${storeStatusLabels[row.status]}, ${openModeLabels[row.openMode].toLowerCase()} · ${row.number}, ${row.area.name}`,
      ),
    ),
    ...(customers.data?.rows ?? []).flatMap((row) => record('customer', 'Customer', row, row.name, row.phone)),
    ...(riders.data?.rows ?? []).flatMap((row) => record('rider', 'Rider', row, row.name, row.number)),
  ]
  return { hits, isSearching: [orders, stores, customers, riders].some(({ isFetching }) => isFetching) }
}

function pageHits(q: string, may: (permission: string) => boolean): Hit[] {
  return pages
    .filter(({ group, permission }) => group !== undefined && may(permission))
    .map(({ path, title, group, go }) => ({
      key: path,
      label: title,
      hint: menuGroups.find(({ id }) => id === group)?.label ?? '',
      kind: 'Page',
      go: path,
      ...(go && { keys: `${keys.go.shown} ${go.toUpperCase()}` }),
    }))
    .filter(({ label, hint }) => fits(q, `${label} ${hint}`))
    .slice(0, q === '' ? 8 : each)
}

function fits(q: string, words: string): boolean {
  const text = words.toLowerCase()
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
