import { cuisineContract } from '@larder/contract'
import { screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { afterEach, expect, test } from 'vitest'
import { type ApiServer, startApiServer } from '../../../testing/api-server.ts'
import { renderAt } from '../../../testing/render.tsx'
import { number, text } from '../../cells/columns.tsx'
import { defineResource } from '../define.ts'
import { ListScreen } from './list-screen.tsx'

let server: ApiServer
afterEach(() => server.close())

const drawn: number[] = []
function CountedCell() {
  useLayoutEffect(() => void drawn.push(document.querySelectorAll('[data-row]').length))
  return 'here'
}
const cuisines = defineResource(cuisineContract, {
  label: ['Cuisine', 'Cuisines'],
  title: (row) => row.name,
  columns: [text('name'), { ...number('stores'), cell: () => <CountedCell /> }],
})

test('of many rows those in sight stand first, then the others', async () => {
  const one = { stores: 0, sort: 1, active: true, createdAt: '2026-11-20T10:00:00.000Z', version: 1, allowed: [] }
  const rows = Array.from({ length: 50 }, (_, index) => ({ ...one, id: `c${index}`, name: `Cuisine ${index}` }))
  server = await startApiServer({
    'GET /cuisines': [200, { rows, next: null, total: null }],
    'GET /saved-views': [200, { rows: [], next: null, total: null }],
  })
  renderAt('/', <ListScreen resource={cuisines} />)
  await screen.findByText('Cuisine 49')
  expect(drawn[0]).toBe(Math.ceil((window.innerHeight - 300) / 44))
  expect(drawn.at(-1)).toBe(50)
})
