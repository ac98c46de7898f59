import { orderClaimContract, viewAsContract } from '@larder/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { action } from '#kit/actions/action.ts'
import { ActionBar } from '#kit/actions/action-bar.tsx'
import { type ApiServer, startApiServer } from '../../testing/api-server.ts'
import { person, renderAt } from '../../testing/render.tsx'
import { MenuEntries } from './menu-entries.tsx'
import { ViewBanner } from './view-banner.tsx'

const viewing = { roleId: 'r1' as never, roleName: 'Store officer', person: null, endsAt: '2999-01-01T00:00:00.000Z' as never }
const seen = person({ isAdmin: false, roleName: 'Store officer', permissions: ['order.view'], viewing })

let server: ApiServer
beforeEach(async () => {
  const { accessToken: _, ...me } = person()
  server = await startApiServer({ 'POST /view-as/end': { status: true }, 'GET /me': me })
})
afterEach(() => server.close())

test('the banner says as whom and where, and ends it: everything is one’s own again', async () => {
  const { store } = renderAt('/', <ViewBanner />, { who: seen })
  expect(screen.getByRole('alert').textContent).toContain('Viewing as Store officer, everywhere')
  fireEvent.click(screen.getByRole('button', { name: 'End view' }))
  await waitFor(() => expect(store.getState().logged).toMatchObject({ isAdmin: true, me: { viewing: null } }))
  expect(server.callsOf(`POST ${viewAsContract.end.path}`)).toHaveLength(1)
  expect(screen.queryByRole('alert')).toBeNull()
})

function openGroups() {
  for (const group of screen.queryAllByRole('button', { expanded: false })) fireEvent.click(group)
}

test('what the role lacks stands in the menu as a ghost, with the permission', () => {
  const { unmount } = renderAt('/', <MenuEntries />, { who: seen })
  openGroups()
  const ghost = screen.getByText('Riders').closest('[aria-description]')
  expect(ghost?.getAttribute('aria-description')).toBe('Store officer lacks “rider.view”')
  expect(screen.queryByRole('link', { name: 'Riders' })).toBeNull()
  expect(screen.getByRole('link', { name: 'All orders' })).toBeTruthy()
  unmount()
  renderAt('/', <MenuEntries />, { who: person({ isAdmin: false, permissions: ['order.view'] }) })
  openGroups()
  expect(screen.queryByText('Riders')).toBeNull()
})

test('so does a button, disabled with the reason', () => {
  const claim = action(orderClaimContract.claim, { label: 'Claim' })
  const order = { id: 'o1', version: 1, allowed: [] }
  const { unmount } = renderAt('/', <ActionBar actions={[claim]} row={order} />, { who: seen })
  const ghost = screen.getByRole('button', { name: 'Claim' })
  expect([ghost.getAttribute('aria-disabled'), ghost.getAttribute('aria-description')]).toEqual([
    'true',
    'Store officer lacks “order.operate”',
  ])
  unmount()
  renderAt('/', <ActionBar actions={[claim]} row={order} />, { who: person({ isAdmin: false, permissions: ['order.view'] }) })
  expect(screen.queryByRole('button')).toBeNull()
})
