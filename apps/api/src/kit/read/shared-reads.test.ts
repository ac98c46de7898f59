import { beforeEach, expect, test, vi } from 'vitest'
import type { SharedReads } from '../context.ts'
import { createSharedReads } from './shared-reads.ts'

let news: number | null
let reads: SharedReads
let loads: number
const load = async () => ++loads

beforeEach(() => {
  news = 0
  loads = 0
  reads = createSharedReads(() => news)
  vi.useFakeTimers({ toFake: ['performance'] })
  return () => vi.useRealTimers()
})

test('equal reads of one moment are one read; others are their own', async () => {
  const answers = await Promise.all([
    reads.read(['figures', 'all'], load),
    reads.read(['figures', 'all'], load),
    reads.read(['figures', 'kochi'], load),
  ])
  expect(answers).toEqual([1, 1, 2])
})

test('what was committed or told since is never missed, not even by a read that was under way', async () => {
  const slow = Promise.withResolvers<number>()
  const before = reads.read(['figures'], () => slow.promise)
  news = 1
  const after = reads.read(['figures'], load)
  slow.resolve(100)
  expect(await Promise.all([before, after])).toEqual([100, 1])
  expect(await reads.read(['figures'], load)).toBe(1)
  news = 2
  expect(await reads.read(['figures'], load)).toBe(2)
})

test('nothing is older than a second', async () => {
  await reads.read(['figures'], load)
  vi.advanceTimersByTime(999)
  expect(await reads.read(['figures'], load)).toBe(1)
  vi.advanceTimersByTime(1)
  expect(await reads.read(['figures'], load)).toBe(2)
})

test('a read that failed is not kept', async () => {
  await expect(reads.read(['figures'], () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(await reads.read(['figures'], load)).toBe(1)
})

test('while nobody counts the news, nothing is shared', async () => {
  news = null
  expect([await reads.read(['figures'], load), await reads.read(['figures'], load)]).toEqual([1, 2])
})
