import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderAt } from '../../../testing/render.tsx'
import { ListViewChoices } from './list-view-choices.tsx'

const columns = ['name', 'store', 'total', 'placed'].map((key) => ({ key, label: key, width: 100 }))
const preferences = { density: 'comfortable', hidden: [], order: [], widths: {} } as const

afterEach(() => vi.restoreAllMocks())

test('a column goes where its handle is dragged, by finger or mouse, but never before the first', () => {
  const onPreferences = vi.fn()
  const choices = { columns, preferences, onPreferences, limit: 25, onLimit: () => {}, sort: undefined, onSort: () => {} }
  renderAt('/', <ListViewChoices {...choices} />)
  const handle = screen.getByRole('button', { name: 'Move placed' })
  handle.setPointerCapture = () => {}
  const over = vi.spyOn(document, 'elementFromPoint')
  const dragTo = (key: string) => {
    over.mockReturnValue(screen.getByRole('checkbox', { name: key }))
    fireEvent.pointerMove(handle, { clientX: 10, clientY: 10 })
  }
  dragTo('store')
  expect(onPreferences).not.toHaveBeenCalled()
  fireEvent.pointerDown(handle, { pointerId: 1 })
  dragTo('name')
  expect(onPreferences).not.toHaveBeenCalled()
  dragTo('store')
  expect(onPreferences).toHaveBeenCalledWith({ order: ['name', 'placed', 'store', 'total'] })
  fireEvent.lostPointerCapture(handle)
  dragTo('total')
  expect(onPreferences).toHaveBeenCalledTimes(1)
})

test('on a handle the arrow keys move a column, no further than the ends and never before the first', () => {
  const onPreferences = vi.fn()
  const choices = { columns, preferences, onPreferences, limit: 25, onLimit: () => {}, sort: undefined, onSort: () => {} }
  renderAt('/', <ListViewChoices {...choices} />)
  const press = (name: string, key: string) => fireEvent.keyDown(screen.getByRole('button', { name: `Move ${name}` }), { key })
  press('store', 'ArrowUp')
  press('placed', 'ArrowDown')
  expect(onPreferences).not.toHaveBeenCalled()
  press('placed', 'ArrowUp')
  expect(onPreferences).toHaveBeenLastCalledWith({ order: ['name', 'store', 'placed', 'total'] })
  press('placed', 'ArrowRight')
  expect(onPreferences).toHaveBeenLastCalledWith({ widths: { placed: 116 } })
})
