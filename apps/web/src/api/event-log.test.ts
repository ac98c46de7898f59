import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { apiError } from '../testing/api-server.ts'
import { createEventLog } from './event-log.ts'
import { createRecovery } from './recovery.ts'

test('an event counts once, in whatever order and however often it arrives', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 200 }), (arrivals) => {
      const log = createEventLog()
      const applied = arrivals.filter((sequence) => log.isNew(sequence))
      expect(applied).toEqual([...new Set(arrivals)])
      expect(log.count()).toBe(new Set(arrivals).size)
    }),
  )
})

test('it resumes at the newest event that nothing older can still overtake', () => {
  let clock = 0
  const log = createEventLog(10, () => clock)
  expect(log.resumeAfter()).toBe(10)
  log.isNew(14)
  expect(log.resumeAfter()).toBe(10)
  clock = 5000
  log.isNew(20)
  expect(log.resumeAfter()).toBe(14)
})

test('without a connection there is nothing to resume', () => {
  expect(createEventLog().resumeAfter()).toBeNull()
})

/** A server's events and a client that hears some live and asks for the rest. */
function shop(start: number) {
  const log = createEventLog(start, () => 10_000 * log.count())
  const heard: number[] = []
  const hear = (sequence: number) => {
    if (log.isNew(sequence)) heard.push(sequence)
  }
  return { log, heard, hear }
}

test('the gap of a lost connection is fetched, each event once, and the first connection recovers silently', async () => {
  const { log, heard, hear } = shop(0)
  const asked: number[] = []
  const recovery = createRecovery(log, async (after) => {
    asked.push(after)
    for (const sequence of [1, 2, 3, 4, 5, 6]) if (sequence > after) hear(sequence)
    return 6
  })
  expect(await recovery.catchUp(0)).toBe(0)
  for (const sequence of [1, 2, 3]) hear(sequence)
  expect(await recovery.catchUp(6)).toBe(3)
  expect(heard).toEqual([1, 2, 3, 4, 5, 6])
  expect(asked).toHaveLength(1)
})

test('a gap that could not be fetched is asked for again from where it began', async () => {
  vi.useFakeTimers()
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const { log, heard, hear } = shop(2)
  const asked: number[] = []
  let isDown = true
  const recovery = createRecovery(log, async (after) => {
    asked.push(after)
    if (isDown) throw new Error('away')
    for (const sequence of [3, 4, 9]) hear(sequence)
    return 9
  })
  await recovery.catchUp(4)
  hear(9)
  isDown = false
  await vi.advanceTimersByTimeAsync(3000)
  expect(asked).toEqual([2, 2])
  expect(heard).toEqual([9, 3, 4])
  recovery.stop()
  logged.mockRestore()
  vi.useRealTimers()
})

test('a gap is neither lamented nor asked for again once the session is over', async () => {
  vi.useFakeTimers()
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const fetchAfter = vi.fn().mockRejectedValue(apiError({ kind: 'session-over' }))
  const recovery = createRecovery(shop(2).log, fetchAfter)
  expect(await recovery.catchUp(4)).toBe(0)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetchAfter).toHaveBeenCalledTimes(1)
  expect(logged).not.toHaveBeenCalled()
  logged.mockRestore()
  vi.useRealTimers()
})
