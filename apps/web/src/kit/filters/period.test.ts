import { expect, test } from 'vitest'
import { daysOf, periodLabel, periodWords, rangeWords } from './period.ts'

const at = (word: string, today: string) => daysOf({ from: word, to: '' }, today)

test('a period moves with the calendar; days stay as they are', () => {
  expect(at('today', '2026-11-22')).toEqual({ from: '2026-11-22', to: '2026-11-22' })
  expect(at('today', '2026-11-23')).toEqual({ from: '2026-11-23', to: '2026-11-23' })
  expect(at('yesterday', '2026-12-01')).toEqual({ from: '2026-11-30', to: '2026-11-30' })
  expect(at('last-7-days', '2026-11-22')).toEqual({ from: '2026-11-16', to: '2026-11-22' })
  expect(at('last-30-days', '2026-11-22')).toEqual({ from: '2026-10-24', to: '2026-11-22' })
  expect(at('this-month', '2028-02-03')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(daysOf({ from: '2026-11-03', to: '' }, '2026-11-22')).toEqual({ from: '2026-11-03', to: '' })
  expect(at('constructor', '2026-11-22')).toEqual({ from: 'constructor', to: '' })
})

test('a range is told by the name of its period or by its days, whatever it holds', () => {
  expect(periodWords.map((word) => rangeWords(word, ''))).toEqual(periodWords.map(periodLabel))
  expect(rangeWords('2026-11-03', '2026-11-09')).toBe('Nov 3 – Nov 9')
  expect(rangeWords('2026-11-03', '2026-11-03')).toBe('Nov 3')
  expect(rangeWords('', '2026-11-09')).toBe('… – Nov 9')
  expect(rangeWords('garbage', '')).toBe('garbage – …')
})
