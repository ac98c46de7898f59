import { expect, test, vi } from 'vitest'
import { createLimits } from './limits.ts'

function withClock(act: (forward: (ms: number) => void) => void): void {
  let now = 1000
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  try {
    act((ms) => {
      now += ms
    })
  } finally {
    clock.mockRestore()
  }
}

test('a caller may use a minute at once, then earns it back evenly; another caller is not concerned', () => {
  withClock((forward) => {
    const limits = createLimits(60)
    for (let request = 0; request < 60; request++) expect(limits.take('asha', 60)).toBe(0)
    expect(limits.take('asha', 60)).toBe(1)
    expect(limits.take('binu', 60)).toBe(0)
    forward(1000)
    expect(limits.take('asha', 60)).toBe(0)
    expect(limits.take('asha', 60)).toBe(1)
    forward(3_600_000)
    for (let request = 0; request < 60; request++) expect(limits.take('asha', 60)).toBe(0)
    expect(limits.take('asha', 60)).toBe(1)
  })
})

test('the wait that is named is long enough', () => {
  withClock((forward) => {
    const limits = createLimits(60)
    for (let request = 0; request < 3; request++) limits.take('asha', 3)
    const wait = limits.take('asha', 3)
    expect(wait).toBe(20)
    forward(wait * 1000)
    expect(limits.take('asha', 3)).toBe(0)
  })
})

test('a flood of callers cannot fill the memory: of so many the longest unused is forgotten', () => {
  const limits = createLimits(60)
  const takenBy = (caller: string) => {
    let taken = 0
    while (limits.take(caller, 60) === 0) taken++
    return taken
  }
  expect(takenBy('address:first')).toBeGreaterThanOrEqual(60)
  for (let caller = 0; caller < 10_000; caller++) limits.take(`address:${caller}`, 60)
  expect(takenBy('address:first')).toBeLessThan(60)
  for (let caller = 0; caller < 20_000; caller++) limits.take(`address:${caller}`, 60)
  expect(takenBy('address:first')).toBeGreaterThanOrEqual(60)
})
