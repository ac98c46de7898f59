import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type ApiServer, startApiServer } from '../../testing/api-server.ts'
import { renderAt } from '../../testing/render.tsx'
import { AtRiskPanel } from './at-risk-panel.tsx'

const risk = (number: string, call: { name: string; phone: string } | null) => ({
  order: { id: number, number, vertical: 'fish', store: { id: 's1', name: 'Fish Cove' } },
  minutesLeft: 3,
  because: 'preparing-late',
  remedy: 'call-store',
  call,
})

let server: ApiServer
afterEach(() => server.close())

test('a call is a call: the number is dialled, and its button says whom it calls', async () => {
  const risks = [risk('FTK-1', { name: 'Fish Cove', phone: '+914842345678' }), risk('FTK-2', { name: 'Dosa Pura', phone: '+914842349999' })]
  server = await startApiServer({ 'GET /dashboard/at-risk': [200, risks] })
  renderAt('/', <AtRiskPanel asked={{}} />)
  const call = await screen.findByRole('link', { name: 'Call the store: Fish Cove' })
  expect(call.getAttribute('href')).toBe('tel:+914842345678')
  expect(screen.getByRole('link', { name: 'Call the store: Dosa Pura' }).getAttribute('href')).toBe('tel:+914842349999')
})
