import { pino } from 'pino'
import { beforeEach, expect, test, vi } from 'vitest'
import { createLog } from './logger.ts'
import { createOutage } from './outage.ts'

let lines: { level: number; msg: string; err?: { message: string; stack?: string } }[]
const destination = { write: (line: string) => void lines.push(JSON.parse(line)) } as never
beforeEach(() => {
  lines = []
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

test('a failure that goes on is told once, and its end once', () => {
  const outage = createOutage(pino({ level: 'info' }, destination), 'the job queue')
  for (let times = 0; times < 74; times++) outage.failed(new Error('connection refused'))
  outage.worked()
  outage.worked()
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    [50, 'the job queue fails; it tries again'],
    [40, 'the job queue works again'],
  ])
  expect(lines[1]).toMatchObject({ failures: 74 })
})

test('where nobody tells of the end, a quiet while is the end', () => {
  const outage = createOutage(pino({ level: 'info' }, destination), 'the job queue', 10_000)
  outage.failed(new Error('connection refused'))
  vi.advanceTimersByTime(9000)
  outage.failed(new Error('connection refused'))
  vi.advanceTimersByTime(9000)
  expect(lines).toHaveLength(1)
  vi.advanceTimersByTime(1000)
  expect(lines).toHaveLength(2)
})

test('what a library made of an error is told in its words', () => {
  const copy = { ...new Error('x'), message: 'connect ECONNREFUSED 127.0.0.1:5432', stack: 'Error: connect', queue: 'purge' }
  createOutage(createLog({ logLevel: 'info' }, destination), 'the job queue').failed(copy)
  expect(lines[0]?.err).toEqual({ message: 'connect ECONNREFUSED 127.0.0.1:5432', stack: 'Error: connect' })
})
