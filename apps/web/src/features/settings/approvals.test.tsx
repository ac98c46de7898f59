import type { Approval } from '@larder/contract'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PlacesProvider } from '#kit/access/places.tsx'
import { type ApiServer, startApiServer } from '../../testing/api-server.ts'
import { renderAt } from '../../testing/render.tsx'
import { approvals } from './approvals.resource.tsx'
import ApprovalsScreen from './approvals.screen.tsx'

let server: ApiServer
afterEach(() => server.close())

test('what waits for another person on its own page is counted and led to, where one may approve it', async () => {
  const none = { rows: [], next: null, total: { value: 0, capped: false } }
  const some = (value: number, capped = false) => ({ ...none, total: { value, capped } })
  server = await startApiServer({
    'GET /approvals': { rows: [], next: null, total: null },
    'GET /change-sets': some(2),
    'GET /stores': some(1),
    'GET /riders': none,
    'GET /bank-accounts': some(1000, true),
    'GET /branch-days': none,
  })
  const places = {
    recordPath: () => null,
    listPath: (entity: string, query = {}) => (entity === 'bank-account' ? null : `/${entity}?${new URLSearchParams(query)}`),
    tabPath: () => null,
    screensOf: () => [],
  }
  renderAt(
    '/approvals',
    <PlacesProvider value={places}>
      <ApprovalsScreen />
    </PlacesProvider>,
  )
  const sets = await screen.findByRole('link', { name: '2 change sets wait' })
  expect(sets.getAttribute('href')).toBe('/change-set?status=awaiting-approval')
  expect((await screen.findByRole('link', { name: '1 store waits' })).getAttribute('href')).toBe('/store?status=review')
  await waitFor(() =>
    expect(server.callsOf('GET /riders').map(({ query }) => query)).toEqual([{ status: 'review', limit: '1', count: 'true' }]),
  )
  expect(screen.queryByText(/rider|day/)).toBeNull()
  expect(server.callsOf('GET /bank-accounts')).toEqual([])
})

test('evidence stands sentence by sentence, what is a word each in one line', async () => {
  server = await startApiServer({})
  const evidence = ['It was 40 minutes late.', 'The rider bears this topic unless the order says otherwise.']
  const change = (field: string, now: unknown) => ({ field, old: null, new: now })
  const asked = {
    ...{ operation: 'remedy.create', entity: 'ticket', entityId: 't1', effect: null, names: {}, status: 'pending' },
    changes: [change('evidence', evidence), change('places', ['Kaloor', 'Vyttila'])],
  } as unknown as Approval
  renderAt('/', <div>{approvals.panels?.[0]?.render(asked as never)}</div>)
  await screen.findByText('Places: Kaloor, Vyttila')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(evidence)
})
