import { addMinutes, addSeconds, currentInstant } from '@larder/contract'
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { clockSet, momentsSet } from '#state/preference.ts'
import { renderAt } from '../../testing/render.tsx'
import { format } from '../format.ts'
import { TipHost } from '../layout/tip-host.tsx'
import { InRow, When } from './when.tsx'

beforeEach(() => localStorage.clear())

const at = addMinutes(currentInstant(), -8)
const exact = () => format().instant(at, 'dateTime', 'Asia/Kolkata')
const shown = () => document.querySelector('time')?.textContent

test('a moment is told as the person prefers, by their clock, at once', () => {
  const { store } = renderAt('/', <When at={at} />)
  expect(shown()).toBe('8 min ago')
  act(() => void store.dispatch(momentsSet('absolute')))
  expect(shown()).toBe(exact())
  expect(shown()).toMatch(/[AP]M$/)
  act(() => void store.dispatch(clockSet('24-hour')))
  expect(shown()).toBe(exact())
  expect(shown()).not.toMatch(/[AP]M$/)
})

test('what happened since the time was last renewed is not told as to come', () => {
  const { unmount } = renderAt('/', <When at={addSeconds(currentInstant(), 5)} />)
  expect(shown()).toBe('just now')
  unmount()
  renderAt('/', <When at={addSeconds(currentInstant(), 45)} />)
  expect(shown()).toBe('in under a minute')
})

test('a tap shows the other; the keyboard stops at a moment and hears it', async () => {
  renderAt(
    '/',
    <>
      <When at={at} />
      <TipHost />
    </>,
  )
  const moment = screen.getByRole('button', { name: '8 min ago' })
  expect(moment.getAttribute('aria-description')).toBe(`${exact()} IST`)
  const tap = new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' })
  act(() => void moment.dispatchEvent(tap))
  expect(document.querySelector('.tip')?.textContent).toBe(`${exact()} IST`)
  act(() => moment.focus())
  expect(document.querySelector('.tip')?.textContent).toBe(`${exact()} IST`)
})

test('in a row of a list a moment is no stop of its own', () => {
  renderAt(
    '/',
    <InRow value={true}>
      <When at={at} />
    </InRow>,
  )
  expect(screen.queryByRole('button')).toBeNull()
  expect(shown()).toBe('8 min ago')
})

test('where it is evidence both are shown, and neither is a stop', () => {
  renderAt('/', <When at={at} isWhole />)
  expect(shown()).toBe(`8 min ago, ${exact()} IST`)
  expect(screen.queryByRole('button')).toBeNull()
})
