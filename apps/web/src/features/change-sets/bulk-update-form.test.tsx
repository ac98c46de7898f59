import { fireEvent, screen, waitFor } from '@testing-library/react'
import { Link } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { type ApiServer, startApiServer } from '../../testing/api-server.ts'
import { renderAt } from '../../testing/render.tsx'
import { BulkUpdateForm } from './bulk-update-form.tsx'

let server: ApiServer
afterEach(() => server.close())

test('what was typed asks before it is left behind, and nothing else does', async () => {
  server = await startApiServer({ 'POST /change-sets/look': { items: 0, stores: 0, first: [] } })
  renderAt(
    '/store/bulkupdate',
    <>
      <BulkUpdateForm />
      <Link to="/elsewhere">Elsewhere</Link>
    </>,
  )
  const left = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const title = await screen.findByLabelText('Title')
  expect(left()).toBe(true)
  fireEvent.change(title, { target: { value: 'Monsoon prices' } })
  await waitFor(() => expect(left()).toBe(false))
  fireEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeTruthy()
})

test('what a price becomes stands beside it; whose item it is only where there are several stores', async () => {
  const item = { id: 'i1', store: { id: 's1', name: 'Malabar Pantry' }, name: 'Ghee Rice', currency: 'INR', before: 12_500, after: 13_000 }
  const look: { items: number; stores: number; first: object[] } = { items: 1, stores: 1, first: [item] }
  server = await startApiServer({ 'POST /change-sets/look': look })
  renderAt('/store/bulkupdate', <BulkUpdateForm />)
  const cells = async () => (await screen.findAllByRole('cell')).map(({ textContent }) => textContent)
  expect(await cells()).toEqual(['Ghee Rice', '₹125.00', '₹130.00'])
  look.stores = 2
  fireEvent.change(await screen.findByLabelText('Name or code contains'), { target: { value: 'rice' } })
  await waitFor(async () => expect(await cells()).toEqual(['Ghee RiceMalabar Pantry', '₹125.00', '₹130.00']))
})

test('only what the chosen way to change prices takes is asked for', async () => {
  server = await startApiServer({ 'POST /change-sets/look': { items: 0, stores: 0, first: [] } })
  renderAt('/store/bulkupdate', <BulkUpdateForm />)
  const way = await screen.findByLabelText('Price changes')
  const asked = () => ['Percent', 'Amount', 'Rounded'].filter((label) => screen.queryByLabelText(label))
  expect(asked()).toEqual([])
  for (const [chosen, fields] of [
    ['percent', ['Percent', 'Rounded']],
    ['set', ['Amount', 'Rounded']],
    ['', []],
  ] as const) {
    fireEvent.change(way, { target: { value: chosen } })
    await waitFor(() => expect(asked()).toEqual(fields))
  }
})
