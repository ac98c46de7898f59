import { cuisineContract } from '@larder/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ApiServer, startApiServer } from '../../../testing/api-server.ts'
import { renderAt } from '../../../testing/render.tsx'
import { action } from '../../actions/action.ts'
import { text } from '../../cells/columns.tsx'
import { defineResource } from '../define.ts'
import { ListScreen } from '../list/list-screen.tsx'

const cuisines = defineResource(cuisineContract, {
  label: ['Cuisine', 'Cuisines'],
  title: (row) => row.name,
  columns: [text('name')],
  bulk: [{ act: action(cuisineContract.update, { label: 'Hide', body: () => ({ active: false }) }), done: 'hidden' }],
})
const rows = ['Thai', 'Malabar', 'Arab'].map((name) => ({ id: name, name, version: 1, allowed: [{ action: 'update', because: null }] }))
const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { width: number; height: number }): void } }

let server: ApiServer
beforeEach(async () => {
  localStorage.clear()
  happyDOM.setViewport({ width: 390, height: 844 })
  server = await startApiServer({
    'GET /cuisines': { rows, next: null, total: null },
    'GET /saved-views': { rows: [], next: null, total: null },
  })
})
afterEach(async () => {
  happyDOM.setViewport({ width: 1024, height: 768 })
  await server.close()
})

test('on a phone, where no head of a table does, the bar selects the whole page', async () => {
  renderAt('/', <ListScreen resource={cuisines} />)
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Thai' }))
  const bar = within(await screen.findByRole('region', { name: 'Selected rows' }))
  fireEvent.click(bar.getByRole('button', { name: 'Select page' }))
  expect(bar.getByText('3 selected')).toBeTruthy()
  expect(bar.queryByRole('button', { name: 'Select page' })).toBeNull()
})
