import { beforeEach, expect, test, vi } from 'vitest'

let written: string
let progress: typeof import('./progress.ts')

beforeEach(async () => {
  written = ''
  vi.useFakeTimers({ toFake: ['performance'] })
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written += String(text)
    return true
  })
  vi.resetModules()
  progress = await import('./progress.ts')
  return () => {
    write.mockRestore()
    vi.useRealTimers()
  }
})

test('on a stream that is no terminal a line comes every ten seconds at most, and is a line', () => {
  Object.defineProperty(process.stdout, 'isTTY', { value: false, configurable: true })
  for (let second = 0; second <= 21; second++) {
    progress.showProgress(`${second} of 21`)
    vi.advanceTimersByTime(1000)
  }
  progress.say('Done.')
  expect(written).toBe('0 of 21\n11 of 21\nDone.\n')
})

test('on a terminal it is one line that changes, and is gone when something is said', () => {
  Object.defineProperty(process.stdout, 'isTTY', { value: true, configurable: true })
  progress.showProgress('1 of 2')
  progress.showProgress('2 of 2')
  progress.say('Done.')
  expect(written).toBe('\r\u001b[K1 of 2\r\u001b[K2 of 2\r\u001b[KDone.\n')
})
