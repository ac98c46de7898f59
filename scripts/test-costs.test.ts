import { expect, test } from 'vitest'
import { formatCosts, projected, type Run } from './test-costs.ts'

const run: Run = {
  stages: { check: 10, build: 5, tests: 100, journeys: 50 },
  units: [
    {
      seconds: 40,
      files: [
        { path: 'apps/api/test/sweep/access.test.ts', seconds: 20, tests: 12 },
        { path: 'apps/api/src/modules/order/place/place.test.ts', seconds: 30, tests: 9 },
        { path: 'apps/api/src/kit/implement.test.ts', seconds: 10, tests: 9 },
      ],
    },
    { seconds: 90, files: [{ path: 'apps/api/test/backup.test.ts', seconds: 90, tests: 9 }] },
  ],
  journeys: [
    { path: 'e2e/src/screens.spec.ts', seconds: 40, tests: 20 },
    { path: 'e2e/src/area.spec.ts', seconds: 60, tests: 3 },
  ],
}

test('what belongs to endpoints and screens grows with them, and what reads the sources; the rest stays', () => {
  const others = (10 + 5) * 5 + 50 * (0.6 + 0.4 * 5)
  // Half of the machine for 40 of the 90 seconds is 20 seconds of it.
  expect(projected(run)).toBeCloseTo(others + 10 + 20 * (1 / 6 + (5 / 6) * 5) + 70)
  const [grows, stays] = run.units
  const alone = { ...run, units: grows ? [grows] : [] }
  expect(projected(alone)).toBeCloseTo(others + 60 + 40 * (1 / 6 + (5 / 6) * 5))
  expect(projected({ ...run, units: [...(stays ? [stays] : [])] })).toBeCloseTo(others + 100)
})

test('what is there once for the whole product stays as it is', () => {
  const file = (path: string) => ({ path, seconds: 30, tests: 1 })
  const of = (path: string) => projected({ stages: { tests: 30 }, units: [{ seconds: 30, files: [file(path)] }], journeys: [] })
  expect(['audit/seal', 'session/sign-in', 'file/file'].map((one) => of(`apps/api/src/modules/${one}.test.ts`))).toEqual([30, 30, 30])
  expect(['audit-history/trail', 'crate/crate'].map((one) => of(`apps/api/src/modules/${one}.test.ts`))).toEqual([150, 150])
})

test('a run is told in a few lines: stages, what one of each costs, the slowest files, what more would cost', () => {
  const told = formatCosts(run, { endpoints: 100, screens: 20 })
  expect(told.split('\n').map((line) => line.trim())).toEqual([
    '10.0 s  check',
    '5.0 s  build',
    '100.0 s  tests',
    '50.0 s  journeys',
    '0.5 s  an endpoint (100)',
    '2.0 s  a screen (20)',
    '20.0 s  a journey',
    '90.0 s  apps/api/test/backup.test.ts',
    '60.0 s  e2e/src/area.spec.ts',
    '40.0 s  e2e/src/screens.spec.ts',
    '30.0 s  apps/api/src/modules/order/place/place.test.ts',
    '20.0 s  apps/api/test/sweep/access.test.ts',
    '10.0 s  apps/api/src/kit/implement.test.ts',
    '5 times as many endpoints and screens: 6.2 of 20 min',
  ])
  expect(formatCosts({ ...run, stages: { ...run.stages, journeys: 500 } }, { endpoints: 100, screens: 20 })).toMatch(/min, TOO MUCH$/)
})
