import { expect, test } from 'vitest'
import { formatCosts, projected, type Run } from './test-costs.ts'

const run: Run = {
  stages: { check: 10, 'web app': 5, tests: 100, journeys: 50 },
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
  expect(projected(run)).toBeCloseTo(others + 10 + 40 * (1 / 6 + (5 / 6) * 5))
  // Beside a run that is longer than what grows, nothing gets longer.
  const [grows, stays] = run.units
  expect(projected({ ...run, units: [grows ?? { seconds: 0, files: [] }, { seconds: 200, files: stays?.files ?? [] }] })).toBeCloseTo(
    others + 100,
  )
})

test('a run is told in a few lines: stages, what one of each costs, the slowest files, what more would cost', () => {
  const told = formatCosts(run, { endpoints: 100, screens: 20 })
  expect(told.split('\n').map((line) => line.trim())).toEqual([
    '10.0 s  check',
    '5.0 s  web app',
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
    '5 times as many endpoints and screens: 6.5 of 20 min',
  ])
  expect(formatCosts({ ...run, stages: { ...run.stages, journeys: 500 } }, { endpoints: 100, screens: 20 })).toMatch(/min, TOO MUCH$/)
})
