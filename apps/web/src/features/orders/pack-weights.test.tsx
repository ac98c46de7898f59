import type { Order } from '@larder/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { apiError, startApiServer } from '../../testing/api-server.ts'
import { renderAt } from '../../testing/render.tsx'
import { PackWeights } from './pack-weights.tsx'

const lines = [
  { line: 1, name: 'Okra', orderedGrams: 500, packedGrams: null },
  { line: 2, name: 'Onion', orderedGrams: 1000, packedGrams: null },
]
const order = { id: 'o1', number: 'F-1', version: 3, lines } as Order

test('a weight that is none is told at its line, which gets the focus, and nothing is sent', async () => {
  const wrong = apiError({ kind: 'invalid', message: 'Lines.', fields: { 'body.lines.0.packedGrams': 'must be at most 2000 g' } })
  const server = await startApiServer({ 'POST /orders/o1/pack-weights': [422, { error: wrong }] })
  onTestFinished(() => server.close())
  renderAt('/', <PackWeights order={order} />)
  const onion = await screen.findByLabelText('Onion, ordered 1000 g')
  const weigh = (value: string) => {
    fireEvent.change(onion, { target: { value } })
    fireEvent.click(screen.getByRole('button', { name: 'Save weights' }))
  }
  for (const value of ['abc', '0', '-5', '0.5']) {
    weigh(value)
    expect((await screen.findByRole('alert')).textContent).toBe('Packed weight must be a whole number of grams, at least 1')
    expect(document.activeElement).toBe(onion)
    fireEvent.change(onion, { target: { value: '' } })
  }
  expect(server.seen.filter(({ call }) => call.startsWith('POST'))).toEqual([])
  weigh('50000')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Packed weight must be at most 2000 g'))
  await waitFor(() => expect(document.activeElement).toBe(onion))
})

test('what was weighed and not yet saved is there again after the page was left, and gone once it is saved', async () => {
  sessionStorage.clear()
  const server = await startApiServer({ 'POST /orders/o1/pack-weights': order })
  onTestFinished(() => server.close())
  const { unmount } = renderAt('/', <PackWeights order={order} />)
  fireEvent.change(await screen.findByLabelText('Onion, ordered 1000 g'), { target: { value: '980' } })
  unmount()
  const again = renderAt('/', <PackWeights order={order} />)
  expect(await screen.findByLabelText('Onion, ordered 1000 g')).toHaveProperty('value', '980')
  fireEvent.click(screen.getByRole('button', { name: 'Save weights' }))
  await waitFor(() => expect(screen.getByLabelText('Onion, ordered 1000 g')).toHaveProperty('value', ''))
  expect(server.callsOf('POST /orders/o1/pack-weights').map(({ body }) => body)).toEqual([
    { version: 3, lines: [{ line: 2, packedGrams: 980 }] },
  ])
  again.unmount()
  expect(sessionStorage).toHaveLength(0)
})

test('a weight that is far from what was ordered says so before it is saved', async () => {
  sessionStorage.clear()
  renderAt('/', <PackWeights order={order} />)
  const onion = await screen.findByLabelText('Onion, ordered 1000 g')
  const told = (value: string) => {
    fireEvent.change(onion, { target: { value } })
    return screen.queryByRole('status')?.textContent
  }
  expect(['1190', '1300', '810', '700', ''].map(told)).toEqual([
    undefined,
    '30 % more than ordered',
    undefined,
    '30 % less than ordered',
    undefined,
  ])
})
