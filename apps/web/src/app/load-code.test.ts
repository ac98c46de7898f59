import { expect, test, vi } from 'vitest'
import { ChunkLoadError, chunkTimeout, loadCode } from './load-code.ts'

const Screen = () => null

test('a page whose code arrives is shown', async () => {
  expect(await loadCode(async () => ({ default: Screen }))).toEqual({ default: Screen })
})

test('a page whose code does not arrive within 120 s is a chunk-load error', async () => {
  vi.useFakeTimers()
  const loading = loadCode(() => new Promise(() => {}))
  const failure = expect(loading).rejects.toThrow(ChunkLoadError)
  await vi.advanceTimersByTimeAsync(119_999)
  await vi.advanceTimersByTimeAsync(1)
  await failure
  expect(chunkTimeout).toBe(120_000)
  vi.useRealTimers()
})

test('a file that is gone since an update is one at once', async () => {
  await expect(loadCode(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))).rejects.toThrow(ChunkLoadError)
})
