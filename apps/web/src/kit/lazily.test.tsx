import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { renderAt } from '../testing/render.tsx'
import { fetchAwaited, lazily, soon } from './lazily.tsx'

let told: MockInstance
beforeEach(async () => {
  fetchAwaited()
  await import('./feedback/not-loaded.tsx')
  told = vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => told.mockRestore())

/** Code that comes after so many attempts. */
function after<C>(attempts: number, component: C): () => Promise<C> {
  let asked = 0
  return async () => {
    asked++
    if (asked <= attempts) throw new TypeError('Failed to fetch dynamically imported module')
    return component
  }
}

test('what cannot be loaded says so in its place, and comes at another attempt', async () => {
  const Chart = lazily(after(1, () => <p>The chart</p>))
  renderAt(
    '/',
    <>
      <p>The page</p>
      <Chart />
    </>,
  )
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded')
  expect(screen.getByText('The page')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('The chart')).toBeTruthy()
})

const Theme = lazily(
  after(1, ({ onClose }: { onClose: () => void }) => (
    <button type="button" onClick={onClose}>
      Close the theme
    </button>
  )),
)
// It is fetched ahead as well.
const Keys = soon(
  after(2, ({ onClose }: { onClose: () => void }) => (
    <button type="button" onClick={onClose}>
      Close the keys
    </button>
  )),
)
function Page() {
  const [open, setOpen] = useState('')
  return (
    <>
      <input aria-label="Name" />
      <button type="button" onClick={() => setOpen('theme')}>
        Theme
      </button>
      <button type="button" onClick={() => setOpen('keys')}>
        Keys
      </button>
      {open === 'theme' && <Theme onClose={() => setOpen('')} />}
      {open === 'keys' && <Keys onClose={() => setOpen('')} />}
    </>
  )
}

test.each(['Theme', 'Keys'])(
  'what lies over the page is told, leaves what is typed below it, and opens at another press: %s',
  async (name) => {
    const { store } = renderAt('/', <Page />)
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Meen' } })
    fireEvent.click(screen.getByRole('button', { name }))
    await waitFor(() => expect(store.getState().snackBar).toMatchObject({ show: true, variant: 'error' }))
    expect(store.getState().snackBar.message).toContain('could not be loaded')
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Meen')
    fireEvent.click(screen.getByRole('button', { name }))
    expect(await screen.findByRole('button', { name: `Close the ${name.toLowerCase()}` })).toBeTruthy()
  },
)
