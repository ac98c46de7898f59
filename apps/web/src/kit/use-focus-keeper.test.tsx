import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import '../testing/render.tsx'
import { useFocusKeeper } from './use-focus-keeper.ts'

function Screen() {
  useFocusKeeper()
  const [left, setLeft] = useState(['Pause', 'Close'])
  return (
    <main>
      <h1>Dosa Pura</h1>
      <div>
        {left.map((name) => (
          <button key={name} type="button" onClick={() => setLeft(left.filter((each) => each !== name))}>
            {name}
          </button>
        ))}
      </div>
    </main>
  )
}

const press = (name: string) => {
  const button = screen.getByRole('button', { name })
  act(() => button.focus())
  fireEvent.click(button)
}
const focused = () => document.activeElement !== document.body && document.activeElement?.textContent

test('what is gone hands the focus to what is left beside it, the last of them to the heading', async () => {
  render(<Screen />)
  press('Pause')
  await waitFor(() => expect(focused()).toBe('Close'))
  press('Close')
  await waitFor(() => expect(focused()).toBe('Dosa Pura'))
})

function Acts() {
  useFocusKeeper()
  const [isHeld, setHeld] = useState(true)
  return (
    <main>
      <h1>Orders</h1>
      <div>
        {isHeld ? (
          <button type="button" data-key="undo" onClick={() => setHeld(false)}>
            Undo
          </button>
        ) : (
          <fieldset>
            <button type="button">Less</button>
            <button type="button" data-key="likely">
              Accept
            </button>
          </fieldset>
        )}
      </div>
    </main>
  )
}

test('what was undone is before whoever undid it', async () => {
  render(<Acts />)
  press('Undo')
  await waitFor(() => expect(focused()).toBe('Accept'))
})
