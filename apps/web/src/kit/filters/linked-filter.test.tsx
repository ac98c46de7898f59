import { paymentContract, storeContract } from '@larder/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { startApiServer } from '../../testing/api-server.ts'
import { renderAt } from '../../testing/render.tsx'
import { defineResource } from '../resource/define.ts'
import { ListScreen } from '../resource/list/list-screen.tsx'
import { linkedFilter } from './linked-filter.ts'

const none = { rows: [], next: null, total: null }

test('what a link alone sets cuts the list, is a chip by the name of its record, and is cleared; nobody is offered it', async () => {
  const id = '01890000-0000-7000-8000-0000000000a1'
  const server = await startApiServer({ [`GET /stores/${id}`]: { id, name: 'Kayal' }, 'GET /payments': none, 'GET /saved-views': none })
  const linked = linkedFilter('orderId', { label: 'Store', from: storeContract, title: ({ name }: { name: string }) => name })
  const payments = defineResource(paymentContract, { label: ['Payment', 'Payments'], title: () => '', columns: [], filters: [linked] })
  const { address } = renderAt(`/payments?orderId=${id}`, <ListScreen resource={payments} />)
  expect(await screen.findByText('Store: Kayal')).toBeTruthy()
  expect(server.callsOf('GET /payments').at(-1)?.query).toMatchObject({ orderId: id })
  expect(screen.queryByRole('button', { name: /^Filter/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Clear the filter Store' }))
  await waitFor(() => expect(address()).toBe('/payments'))
  await waitFor(() => expect(server.callsOf('GET /payments').at(-1)?.query).not.toHaveProperty('orderId'))
  await server.close()
})
