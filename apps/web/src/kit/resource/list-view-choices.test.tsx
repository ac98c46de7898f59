import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderAt } from '../../testing/render.tsx'
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
    over.mockReturnValue(document.querySelector(`[data-choice="${key}"] input`))
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
