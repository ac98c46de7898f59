import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { patiently } from './patiently.ts'

let told: MockInstance
beforeEach(() => {
  told = vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  told.mockRestore()
})

test('what does not come is asked for again as soon as the browser is online, and said once', async () => {
  let asked = 0
  const code = patiently(async () => {
    asked++
    if (asked < 3) throw new TypeError('Failed to fetch dynamically imported module')
    return 'The live connection'
  })
  for (const attempts of [1, 2]) {
    await vi.waitFor(() => expect(asked).toBe(attempts))
    dispatchEvent(new Event('online'))
  }
  expect(await code).toBe('The live connection')
  expect(told).toHaveBeenCalledTimes(1)
})
