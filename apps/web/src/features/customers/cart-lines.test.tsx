import type { Cart } from '@larder/contract'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ApiServer, startApiServer } from '../../testing/api-server.ts'
import { renderAt } from '../../testing/render.tsx'
import { CartLines } from './cart-lines.tsx'

let server: ApiServer
beforeEach(async () => {
  const sum = { minor: 27_000, currency: 'INR' }
  server = await startApiServer({
    'POST /carts/c1/price': { items: sum, before: sum, problems: [] },
    'GET /carts/c1/price': { items: sum, before: sum, problems: [] },
  })
})
afterEach(() => server.close())

test('a price is of each where there are several, and a price where there is one', () => {
  const line = (name: string, quantity: number) => ({ itemId: name, name, quantity, price: { minor: 9000, currency: 'INR' } })
  renderAt('/', <CartLines cart={{ id: 'c1', lines: [line('Dosa', 1), line('Idli', 2)] } as unknown as Cart} />)
  expect(screen.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'ItemQuantityPrice then',
    'Dosa1₹90.00',
    'Idli2₹90.00 each',
  ])
})
