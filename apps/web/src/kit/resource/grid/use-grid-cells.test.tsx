import { ItemFields, itemContract } from '@larder/contract'
import { act, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ApiServer, startApiServer } from '../../../testing/api-server.ts'
import { renderAt } from '../../../testing/render.tsx'
import type { Grid } from './grid.ts'
import { gridNumber } from './grid-columns.ts'
import { type ChangedCell, type GridCells, useGridCells } from './use-grid-cells.ts'

const stock = gridNumber('stock')
const grid = { write: itemContract.write, most: 500, fields: ItemFields, columns: [stock], operated: [], currencyOf: () => 'INR' } as Grid
const row = (id: string, version = 1, value: number | null = null) => ({ id, version, stock: value })
const written = (id: string, value: number, version = 2) => ({
  items: [{ id, item: row(id, version, value), cells: [{ field: 'stock', outcome: 'written', because: null }] }],
})
const typed = (id: string, value: number) => [{ row: row(id), column: stock, value, text: String(value) }]

let server: ApiServer
beforeEach(async () => {
  server = await startApiServer({ 'POST /items/write': written('a', 1) })
})
afterEach(() => server.close())

/** What a screen drew: each of them still hears keys until the next one stands. */
function drawn() {
  const renders: GridCells[] = []
  const undone: ChangedCell[] = []
  function Probe() {
    renders.push(useGridCells(grid, { onRows: () => {}, onUndone: (cells) => undone.push(...cells) }))
    return null
  }
  renderAt('/', <Probe />)
  const now = () => renders.at(-1) as GridCells
  return { now, undone, settled: () => waitFor(() => expect(now().cells.size).toBe(0)) }
}

test('an answer that comes between two keys is not forgotten by what was drawn before it', async () => {
  const { now, undone, settled } = drawn()
  act(() => void now().take(typed('a', 1)))
  const before = now()
  expect(before.cells.size).toBe(1)
  await settled()
  server.answer({ 'POST /items/write': written('b', 2) })
  act(() => void before.take(typed('b', 2)))
  await settled()
  // The last step is the last one, whoever takes it back.
  expect(before.lastStep()).toMatchObject([{ key: 'stock', before: null, row: { id: 'b', stock: 2 } }])
  expect(before.lastStep()).toMatchObject([{ row: { id: 'a', stock: 1 } }])
  expect([before.lastStep(), undone]).toEqual([[], []])
})

test('what the server answered last is what was seen, though it is not drawn yet; what is taken back is told', async () => {
  const { now, undone, settled } = drawn()
  act(() => void now().take(typed('a', 1)))
  await settled()
  server.answer({ 'POST /items/write': written('a', 2, 3) })
  act(() => void now().take(typed('a', 2)))
  await settled()
  const [, second] = server.callsOf('POST /items/write')
  expect(second?.body).toEqual({ items: [{ id: 'a', fields: { stock: 2 }, seen: { stock: 1 } }] })
  act(() => void now().take(typed('a', 1), { isUndo: true }))
  await settled()
  expect(undone).toMatchObject([{ key: 'stock', row: { id: 'a' } }])
})
