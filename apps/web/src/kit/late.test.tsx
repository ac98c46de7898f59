import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderAt } from '../testing/render.tsx'
import { late } from './late.tsx'

afterEach(() => vi.useRealTimers())

test('what does not come leaves the page as it is, and is asked for again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const told = vi.spyOn(console, 'error').mockReturnValue()
  let asked = 0
  const Bell = late(
    async () => {
      asked++
      if (asked < 3) throw new Error('Failed to fetch dynamically imported module')
      return () => <p>Alerts</p>
    },
    () => <p>Their place</p>,
  )
  renderAt('/', <Bell />)
  expect(screen.getByText('Their place')).toBeTruthy()
  await vi.waitFor(() => expect(asked).toBe(1), { timeout: 4000 })
  await vi.advanceTimersByTimeAsync(11_000)
  expect(await screen.findByText('Alerts')).toBeTruthy()
  expect(told).toHaveBeenCalledTimes(1)
  told.mockRestore()
})
