import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FormScreen } from '#kit/resource/form/form-screen.tsx'
import { startApiServer } from '../../testing/api-server.ts'
import { renderAt } from '../../testing/render.tsx'
import { menuCategories } from './menu-categories.resource.tsx'
import { itemStanding, served } from './served.tsx'
// Fetched when it is needed: here it is compiled before a test waits for it.
import '#kit/fields/inputs/hours-input.tsx'

const monday = [{ day: 1, opens: '09:00', closes: '22:00' }] as const

test('no hours are those of the store, and a day without any is not served', async () => {
  const id = '01890000-0000-7000-8000-00000000000a'
  const breads = { id, name: 'Breads', version: 1, active: true, storeId: 's1', parentId: null, imageId: null, schedule: null }
  const server = await startApiServer({
    [`GET /menu-categories/${id}`]: breads,
    'GET /menu-categories/m': { ...breads, id: 'm', schedule: monday },
  })
  const always = renderAt('/', <FormScreen resource={menuCategories} id={id} />)
  await waitFor(() => expect(screen.getAllByText('Whenever the store is open')).toHaveLength(7))
  expect(screen.queryByText('Closed')).toBeNull()
  always.unmount()
  renderAt('/', <FormScreen resource={menuCategories} id="m" />)
  await waitFor(() => expect(screen.getAllByText('Not served')).toHaveLength(6))
  await server.close()
})

test('a list says in which hours a category is sold, and of an item that this is not its hour', () => {
  expect(served.text({ schedule: null })).toBe('Whenever the store is open')
  expect(served.text({ schedule: [...monday] })).toBe('Mon 9:00 AM–10:00 PM')
  expect(menuCategories.columns.map(({ key }) => key)).toContain('schedule')
  const told = (['available', 'low', 'sold-out'] as const).map((state) => itemStanding.text({ state, servedNow: false }))
  expect(told).toEqual(['Available, not at this hour', 'Low stock, not at this hour', 'Sold out'])
  expect(itemStanding.text({ state: 'available', servedNow: true })).toBe('Available')
})
