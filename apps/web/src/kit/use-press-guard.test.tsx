import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import '../testing/render.tsx'
import { usePressGuard } from './use-press-guard.ts'

const cardHeight = 40
let now = 1000

/** Cards below one another, of which a press takes the one that is pressed. */
function Cards({ onTaken, guarded = {} }: { onTaken: (name: string) => void; guarded?: Parameters<typeof usePressGuard>[2] }) {
  const list = useRef<HTMLUListElement>(null)
  const [left, setLeft] = useState(['A', 'B', 'C'])
  const guard = usePressGuard(list, 'li', guarded)
  const take = (name: string) => {
    setLeft(left.filter((each) => each !== name))
    onTaken(name)
  }
  return (
    <ul ref={list} {...guard}>
      {left.map((name) => (
        <li key={name}>
          <button type="button" onClick={() => take(name)}>
            {name}
          </button>
        </li>
      ))}
    </ul>
  )
}

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('a press on what slid under the pointer does nothing until a hand can have seen it; a key always does', () => {
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const place = this.tagName === 'LI' ? [...(this.parentElement?.children ?? [])].indexOf(this) : 0
    return { top: place * cardHeight } as DOMRect
  })
  const taken = vi.fn()
  render(<Cards onTaken={taken} />)
  const press = (name: string, detail: number) => fireEvent.click(screen.getByRole('button', { name }), { detail })
  press('A', 1)
  now += 300
  press('B', 2)
  press('B', 1)
  expect(taken.mock.calls).toEqual([['A']])
  now += 200
  press('B', 2)
  expect(taken, 'the second half of a double click, however late').toHaveBeenCalledTimes(1)
  press('B', 1)
  press('C', 0)
  expect(taken.mock.calls).toEqual([['A'], ['B'], ['C']])
})

test('where all of it has come by itself, nothing is pressed before a hand can have seen it', () => {
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const taken = vi.fn()
  render(<Cards onTaken={taken} guarded={{ isAllNew: true }} />)
  const press = (detail: number) => fireEvent.click(screen.getByRole('button', { name: 'A' }), { detail })
  press(1)
  now += 399
  press(1)
  expect(taken).not.toHaveBeenCalled()
  now += 2
  press(1)
  expect(taken.mock.calls).toEqual([['A']])
})

test('where a search moves rows as well, a press is meant once the pointer has moved since', () => {
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const place = this.tagName === 'LI' ? [...(this.parentElement?.children ?? [])].indexOf(this) : 0
    return { top: place * cardHeight } as DOMRect
  })
  const taken = vi.fn()
  render(<Cards onTaken={taken} guarded={{ isAimed: true }} />)
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }), { detail: 1 })
  press('A')
  now += 100
  press('B')
  expect(taken.mock.calls).toEqual([['A']])
  now += 10
  fireEvent.pointerMove(screen.getByRole('button', { name: 'B' }))
  press('B')
  expect(taken.mock.calls).toEqual([['A'], ['B']])
})
