import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Button } from './button.tsx'
import { Tip } from './tip.tsx'
import { TipHost } from './tip-host.tsx'

afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

test('whoever stood on something before its code had come is told about it', async () => {
  const drawn = (hasCome: boolean) => (
    <>
      <Tip text="Until 9:30 PM">
        <button type="button">Open</button>
      </Tip>
      {hasCome && <TipHost />}
    </>
  )
  const page = render(drawn(false))
  screen.getByRole('button').focus()
  page.rerender(drawn(true))
  expect(await screen.findByRole('tooltip', { hidden: true })).toHaveProperty('textContent', 'Until 9:30 PM')
})

const waits = 'Rashid asked for approval already.'

test('an act that becomes impossible stays the button that has the focus', () => {
  const drawn = (because: string | null) => <Button because={because}>Credit</Button>
  const page = render(drawn(null))
  screen.getByRole('button').focus()
  page.rerender(drawn(waits))
  expect(document.activeElement).toBe(screen.getByRole('button'))
  expect(document.activeElement?.getAttribute('aria-description')).toBe(waits)
})

test('a focus that comes back to it as a dialog closes tells no tip over what is beside it; one that is moved there does', () => {
  vi.useFakeTimers()
  render(
    <>
      <Button because={waits}>Credit</Button>
      <input aria-label="Reason" />
      <TipHost />
    </>,
  )
  const tip = () => {
    act(() => void vi.advanceTimersByTime(1000))
    return screen.queryByRole('tooltip', { hidden: true })?.textContent
  }
  const [credit, reason] = [screen.getByRole('button'), screen.getByRole('textbox')]
  reason.focus()
  fireEvent.keyDown(reason, { key: 'Enter' })
  credit.focus()
  expect(tip()).toBeUndefined()
  reason.focus()
  fireEvent.keyDown(reason, { key: 'Tab' })
  credit.focus()
  expect(tip()).toBe(waits)
})
