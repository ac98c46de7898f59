import { cuisineContract } from '@larder/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { startApiServer } from '../../../testing/api-server.ts'
import { renderAt } from '../../../testing/render.tsx'
import { action } from '../../actions/action.ts'
import { status, text } from '../../cells/columns.tsx'
import { styleStatuses } from '../../cells/status-style.tsx'
import { defineResource } from '../define.ts'
import { ListCards } from './list-cards.tsx'
import { ListScreen } from './list-screen.tsx'

const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { width: number; height: number }): void } }
const cuisines = defineResource(cuisineContract, {
  label: ['Cuisine', 'Cuisines'],
  title: ({ name }: { name: string }) => name,
  columns: [text<'name'>('name')],
  bulk: [{ act: action(cuisineContract.update, { label: 'Hide', body: () => ({ active: false }) }), done: 'hidden' }],
})

afterEach(() => {
  vi.restoreAllMocks()
  happyDOM.setViewport({ width: 1024, height: 768 })
})

const kinds = styleStatuses({ late: 'Late', praise: 'Praise' }, {})
const severities = styleStatuses({ low: 'Low', high: 'High' }, { high: 'bad' })

test('a card whose heading is a state tells it once, and the next state beside it', () => {
  renderAt(
    '/',
    <ListCards
      label="Incidents"
      columns={[status('kind', kinds), status('severity', severities), text('note')]}
      rows={[{ id: 'i1', version: 1, kind: 'late' as const, severity: 'high' as const, note: 'An hour' }]}
      link={(_, cell) => cell}
      titleOf={({ note }) => note}
      fresh={new Map()}
      selection={null}
      acts={null}
      density="comfortable"
      card={undefined}
    />,
  )
  const card = within(screen.getByRole('listitem'))
  expect(card.getAllByText('Late')).toHaveLength(1)
  expect(card.getByText('High').closest('.card-top')).not.toBeNull()
  expect(card.getByRole('definition').textContent).toBe('An hour')
})

test.each([
  ['a table', 1024],
  ['cards', 390],
])('a press on a row that has just slid under the pointer does nothing: %s', async (_, width) => {
  let top = 40
  let now = 1000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return { top: this.hasAttribute('data-row') ? top : 0 } as DOMRect
  })
  happyDOM.setViewport({ width, height: 844 })
  const rows = ['Thai', 'Arab'].map((name) => ({ id: name, name, version: 1 }))
  const server = await startApiServer({
    'GET /cuisines': { rows, next: null, total: null },
    'GET /saved-views': { rows: [], next: null, total: null },
  })
  renderAt('/', <ListScreen resource={cuisines} />)
  const check = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select Thai' })
  const press = () => fireEvent.click(check, { detail: 1 })
  press()
  expect(check.checked).toBe(true)
  top = 80
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Arab' }), { detail: 0 })
  press()
  expect(check.checked, 'it has just moved').toBe(true)
  now += 401
  press()
  expect(check.checked).toBe(false)
  await server.close()
})
