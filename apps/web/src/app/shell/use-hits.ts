import { customerContract, formatMoney, orderContract, riderContract, storeContract } from '@larder/contract'
import { useDeferredValue } from 'react'
import { useRead } from '#api/client.ts'
import { useMay } from '#kit/access/access.tsx'
import { usePlaces } from '#kit/access/places.tsx'
import { menuGroups } from '../pages.ts'
import { pages } from '../routes.tsx'

export interface Hit {
  key: string
  label: string
  hint: string
  /** "Order", "Page". */
  kind: string
  to: string
}

const fewest = 2
const each = 5

/** What fits: pages by their words at once, records as the server finds them. */
export function useHits(typed: string): { hits: Hit[]; isSearching: boolean } {
  const q = useDeferredValue(typed.trim())
  const may = useMay()
  const places = usePlaces()
  const query = (permission: string) => (q.length >= fewest && may(permission) ? { query: { q, limit: each } } : null)
  const orders = useRead(orderContract.list, query('order.view'))
  const stores = useRead(storeContract.list, query('store.view'))
  const customers = useRead(customerContract.list, query('customer.view'))
  const riders = useRead(riderContract.list, query('rider.view'))

  const record = (entity: string, kind: string, row: { id: string }, label: string, hint: string): Hit[] => {
    const to = places.recordPath(entity, row.id) ?? places.listPath(entity, { q })
    return to ? [{ key: row.id, label, hint, kind, to }] : []
  }
  const hits = [
    ...pageHits(q, may),
    ...(orders.data?.rows ?? []).flatMap((row) =>
      record('order', 'Order', row, row.number, `${row.store.name}, ${row.customerName}, ${formatMoney(row.total)}`),
    ),
    ...(stores.data?.rows ?? []).flatMap((row) => record('store', 'Store', row, row.name, `${row.number}, ${row.area.name}`)),
    ...(customers.data?.rows ?? []).flatMap((row) => record('customer', 'Customer', row, row.name, row.phone)),
    ...(riders.data?.rows ?? []).flatMap((row) => record('rider', 'Rider', row, row.name, row.number)),
  ]
  return { hits, isSearching: [orders, stores, customers, riders].some(({ isFetching }) => isFetching) }
}

function pageHits(q: string, may: (permission: string) => boolean): Hit[] {
  const words = q.toLowerCase().split(/\s+/)
  return pages
    .filter(({ group, permission }) => group !== undefined && may(permission))
    .map(({ path, title, group }) => ({
      key: path,
      label: title,
      hint: menuGroups.find(({ id }) => id === group)?.label ?? '',
      kind: 'Page',
      to: path,
    }))
    .filter(({ label, hint }) => words.every((word) => `${label} ${hint}`.toLowerCase().includes(word)))
    .slice(0, q === '' ? 8 : each)
}
