import { cuisineContract, ItemFields, itemContract } from '@larder/contract'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { api } from '#api/client.ts'
import { type ApiServer, startApiServer } from '../../../testing/api-server.ts'
import { renderAt } from '../../../testing/render.tsx'
import { text } from '../../cells/columns.tsx'
import { defineResource } from '../define.ts'
import { ListScreen } from '../list/list-screen.tsx'
import type { Grid } from './grid.ts'
import { gridText } from './grid-columns.ts'

const row = { id: 'c1', name: 'Kerala', sort: 1, stores: 3, active: true, createdAt: '2026-11-20T10:00:00.000Z', version: 1, allowed: [] }
const grid = {
  ...{ write: itemContract.write, most: 500, fields: ItemFields, columns: [gridText('name')] },
  ...{ operated: [], acts: [], currencyOf: () => 'INR' },
} as unknown as Grid

let server: ApiServer
beforeEach(async () => {
  server = await startApiServer({
    'GET /cuisines': [200, { rows: [row], next: null, total: null }],
    'GET /saved-views': [200, { rows: [], next: null, total: null }],
  })
})
afterEach(() => server.close())

const cuisines = (load: () => Promise<Grid>) =>
  defineResource(cuisineContract, {
    ...{ label: ['Cuisine', 'Cuisines'], title: ({ name }) => name, columns: [text('name')], sort: 'sort', countsWhenAsked: true },
    grid: { permission: 'setting.edit', load: load as never },
  })

test('the first rows of a grid are read once, while its code is still on its way', async () => {
  const code = Promise.withResolvers<Grid>()
  renderAt('/?grid=1&limit=50&after=2', <ListScreen resource={cuisines(() => code.promise)} />)
  await waitFor(() => expect(server.callsOf('GET /cuisines')).toHaveLength(1))
  expect(server.callsOf('GET /cuisines')[0]?.query).toEqual({ sort: 'sort', limit: '100' })
  expect(screen.queryByRole('grid')).toBeNull()
  await act(async () => code.resolve(grid))
  expect((await screen.findByRole('grid', { name: 'Cuisines' })).textContent).toContain('Name')
  expect(server.callsOf('GET /cuisines')).toHaveLength(1)
})

test('what was read before a record was written, and comes after it, does not take it back', async () => {
  const answer = (version: number, name: string) =>
    server.answer({ 'GET /cuisines': { rows: [{ ...row, version, name }], next: null, total: null } })
  answer(2, 'Malabar')
  const { store } = renderAt('/?grid=1', <ListScreen resource={cuisines(async () => grid)} />)
  const shown = await screen.findByRole('grid', { name: 'Cuisines' })
  await waitFor(() => expect(shown.textContent).toContain('Malabar'))
  const readAgain = async (calls: number) => {
    act(() => void store.dispatch(api.util.invalidateTags(['entity'])))
    await waitFor(() => expect(server.callsOf('GET /cuisines')).toHaveLength(calls))
    await waitFor(() => expect(Object.values(store.getState().api.queries).map((query) => query?.status)).not.toContain('pending'))
  }
  answer(1, 'Kerala')
  await readAgain(2)
  expect(shown.textContent).toContain('Malabar')
  answer(3, 'Konkan')
  await readAgain(3)
  await waitFor(() => expect(shown.textContent).toContain('Konkan'))
})
