import type { Remedy } from '@larder/contract'
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type ApiServer, startApiServer } from '../../testing/api-server.ts'
import { renderAt } from '../../testing/render.tsx'
import { remedies } from './remedies.resource.tsx'

const inr = (minor: number) => ({ minor, currency: 'INR' })
const remedy = {
  id: 'r1',
  version: 1,
  kind: 'credit',
  reasonCode: 'goodwill',
  amount: inr(30_000),
  bears: { store: inr(20_000), platform: inr(10_000), rider: inr(0) },
  proposed: { store: 100, platform: 0, rider: 0 },
  ticket: { id: 't1', name: 'T-00002' },
  store: { id: 's1', name: 'Dragon Bowl' },
  by: 'Hari Pillai',
  checkedBy: { id: 'p1', name: 'Lena Roy' },
} as unknown as Remedy

let server: ApiServer
afterEach(() => server.close())

test('a remedy says what happened, who bears it and what was proposed, in the words of its form', async () => {
  server = await startApiServer({
    'GET /orders/reasons': [200, [{ kind: 'refund', code: 'goodwill', label: 'Goodwill', party: 'platform' }]],
  })
  renderAt('/', <>{remedies.panels?.[0]?.render(remedy)}</>)
  expect(await screen.findByText('Goodwill')).toBeTruthy()
  expect(screen.getByText('Store ₹200.00, Platform ₹100.00')).toBeTruthy()
  expect(screen.getByText('Store 100 %')).toBeTruthy()
  expect(screen.getByText('Lena Roy')).toBeTruthy()
})

test('a reason that is offered no more is told by its code', async () => {
  server = await startApiServer({ 'GET /orders/reasons': [200, []] })
  renderAt('/', <>{remedies.panels?.[0]?.render(remedy)}</>)
  expect(await screen.findByText('goodwill')).toBeTruthy()
})
