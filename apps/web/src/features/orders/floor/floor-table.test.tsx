import type { FloorMap } from '@larder/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt } from '../../../testing/render.tsx'
import { FloorTable } from './floor-table.tsx'

const at = new Date().toISOString()
const order = {
  ...{ vertical: 'fish', orderType: 'delivery', storeId: 's1', promisedAt: null, status: 'pending', acceptedAt: null, readyAt: null },
  ...{ prepMinutes: 20, pickedUpAt: null, version: 1 },
}
const floor = {
  orders: [
    { ...order, id: 'o1', number: 'EKM-1', customerPoint: { lat: 10, lng: 76.31 }, riderId: null },
    { ...order, id: 'o2', number: 'EKM-2', customerPoint: { lat: 10, lng: 76.31 }, riderId: 'r1' },
    { ...order, id: 'o3', number: 'EKM-3', customerPoint: null, orderType: 'pickup', riderId: null },
  ],
  isCut: false,
  stores: [{ id: 's1', name: 'Fish Cove', point: { lat: 9.98, lng: 76.3 } }],
  riders: [{ id: 'r1', name: 'Anil', shiftState: 'busy', point: { lat: 9.97, lng: 76.29 }, positionedAt: at }],
} as unknown as FloorMap

test('the table has an estimated arrival wherever the card has one: without a rider by the way alone', async () => {
  renderAt('/', <FloorTable floor={floor} pressing={{ chosen: null, onOrder: () => {}, onRider: () => {} } as never} />)
  const table = await screen.findByRole('table', { name: 'Orders on the map' })
  const heads = within(table)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)
  const arrivals = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[heads.indexOf('Estimated arrival')]?.textContent)
  expect(arrivals).toEqual([expect.stringMatching(/\d:\d\d/), expect.stringMatching(/\d:\d\d/), '–'])
})
