import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { useMoving, withMoved } from './use-moving.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('an entry that is moved stays among the others, and no other is lost or changes its order', () => {
  const place = fc.integer({ min: -3, max: 12 })
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 9 }), fc.nat(), place, (lines, at, to) => {
      const from = at % lines.length
      const moved = withMoved(lines, from, to)
      expect(moved.indexOf(lines[from] ?? -1)).toBe(Math.min(Math.max(to, 0), lines.length - 1))
      expect(moved.filter((line) => line !== lines[from])).toEqual(lines.toSpliced(from, 1))
    }),
  )
})

function Places({ move, waits }: { move: (from: number, to: number) => void; waits: boolean }) {
  const { entry, grip, target } = useMoving({ list: 'places', count: 3, move, waits })
  return [0, 1, 2].map((place) => (
    <div key={place} {...entry(place)}>
      <button type="button" {...grip(place)}>
        Move {place} {target?.index === place && target.side}
      </button>
    </div>
  ))
}

/** The handle of the last of three, held and drawn over the first. */
function drawnUp(waits: boolean) {
  const move = vi.fn()
  render(<Places move={move} waits={waits} />)
  const handle = screen.getByRole('button', { name: /^Move 2/ })
  handle.setPointerCapture = () => {}
  vi.spyOn(document, 'elementFromPoint').mockReturnValue(screen.getByRole('button', { name: /^Move 0/ }))
  fireEvent.pointerDown(handle, { pointerId: 1 })
  fireEvent.pointerMove(handle, { clientX: 1, clientY: 1 })
  return { move, handle }
}

test('what moves along with the hand is put back by Escape', () => {
  const { move, handle } = drawnUp(false)
  expect(move.mock.calls).toEqual([[2, 0]])
  fireEvent.keyDown(handle, { key: 'Escape' })
  fireEvent.lostPointerCapture(handle)
  expect(move.mock.calls).toEqual([
    [2, 0],
    [0, 2],
  ])
})

test('what waits shows where it would go, and goes there once it is let go', () => {
  const { move, handle } = drawnUp(true)
  expect(move).not.toHaveBeenCalled()
  expect(screen.getByRole('button', { name: 'Move 0 before' })).toBeTruthy()
  fireEvent.lostPointerCapture(handle)
  expect(move.mock.calls).toEqual([[2, 0]])
})

test.each([
  ['Escape', (handle: HTMLElement) => fireEvent.keyDown(handle, { key: 'Escape' })],
  ['a press that is taken away', (handle: HTMLElement) => fireEvent.pointerCancel(handle)],
])('what waits goes nowhere after %s', (_, stop) => {
  const { move, handle } = drawnUp(true)
  stop(handle)
  fireEvent.lostPointerCapture(handle)
  expect(move).not.toHaveBeenCalled()
})
