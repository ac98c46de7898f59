import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderAt } from '../../testing/render.tsx'
import { Dialog } from './dialog.tsx'

afterEach(() => void vi.useRealTimers())

test('the second press of a double click closes nothing; a press beside it does once it stands', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const close = vi.fn()
  renderAt(
    '/',
    <Dialog title="Reject order" open onClose={close}>
      Why?
    </Dialog>,
  )
  const beside = screen.getByRole('dialog').parentElement as HTMLElement
  const press = () => {
    fireEvent.mouseDown(beside)
    fireEvent.click(beside)
  }
  press()
  expect(close).not.toHaveBeenCalled()
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  expect(close).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(500)
  press()
  expect(close).toHaveBeenCalledTimes(2)
})
