import type { Store } from '@larder/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Places, PlacesProvider } from '#kit/access/places.tsx'
import { renderAt } from '../../testing/render.tsx'
import { StoreToday } from './store-today.tsx'

const places: Places = {
  screensOf: () => [],
  recordPath: () => null,
  listPath: () => null,
  tabPath: (entity, id, tab, query) => `/${entity}/${id}/${tab}?${new URLSearchParams(query)}`,
}

test("a figure of today leads to the store's orders of that day, and to no others", () => {
  const today = { day: '2026-11-22', orders: 53, gross: { minor: 900, currency: 'INR' }, active: 4, rejected: 14 }
  renderAt(
    '/',
    <PlacesProvider value={places}>
      <StoreToday store={{ id: 's1', today } as Store} />
    </PlacesProvider>,
  )
  const leadsTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(leadsTo('Orders 53')).toBe('/store/s1/orders?from=2026-11-22&to=2026-11-22')
  expect(leadsTo('Active now 4')).toBe('/store/s1/orders?from=2026-11-22&to=2026-11-22&status=active')
  expect(leadsTo('Rejected 14')).toBe('/store/s1/orders?from=2026-11-22&to=2026-11-22&status=rejected')
})
