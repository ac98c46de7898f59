import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { batchRefresh } from './refresh.ts'
import { tagsOfChange } from './tags.ts'

let isHidden = false
beforeEach(() => {
  vi.useFakeTimers()
  isHidden = false
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const start = () => {
  const batches: string[][] = []
  const refresh = batchRefresh((tags) => batches.push(tags.map(({ id }) => id)))
  return { batches, refresh }
}

test('changes of a quarter of a second are one refresh, each tag once', () => {
  const { batches, refresh } = start()
  refresh.add(tagsOfChange('order', 'a'))
  refresh.add(tagsOfChange('order', 'b'))
  vi.advanceTimersByTime(249)
  expect(batches).toEqual([])
  vi.advanceTimersByTime(1)
  expect(batches).toEqual([['order', 'order/a', 'order/b']])
})

test('under a steady stream records follow at once, the list takes a breath and never misses the last change', () => {
  const { batches, refresh } = start()
  for (let step = 0; step < 20; step++) {
    refresh.add(tagsOfChange('order', 'a'))
    vi.advanceTimersByTime(250)
  }
  vi.advanceTimersByTime(3000)
  const lists = batches.filter((batch) => batch.includes('order'))
  expect(batches.filter((batch) => batch.includes('order/a'))).toHaveLength(20)
  expect(lists.length).toBeGreaterThan(2)
  expect(lists.length).toBeLessThan(7)
  expect(batches.at(-1)).toContain('order')
})

test('a hidden tab asks for nothing until it is seen, then once for everything', () => {
  const { batches, refresh } = start()
  isHidden = true
  refresh.add(tagsOfChange('order', 'a'))
  refresh.add(tagsOfChange('store', 's'))
  vi.advanceTimersByTime(60_000)
  expect(batches).toEqual([])
  isHidden = false
  document.dispatchEvent(new Event('visibilitychange'))
  vi.advanceTimersByTime(250)
  expect(batches).toEqual([['order', 'order/a', 'store', 'store/s']])
  refresh.stop()
})
