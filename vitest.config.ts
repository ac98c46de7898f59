import { defineConfig } from 'vitest/config'

/** Tests that start, kill and watch whole processes. `npm test` runs them beside all others, for mostly they wait; two at a time for the same reason. */
const processTests = [
  'test/fault/**/*.test.ts',
  'test/process.test.ts',
  'test/move.test.ts',
  'test/backup.test.ts',
  'src/db/embedded.test.ts',
  'src/seed/city-life.test.ts',
  'src/kit/live/realtime.test.ts',
]
const apiTests = { root: 'apps/api', environment: 'node', globalSetup: ['./test/global-setup.ts'] } as const
/** Said of each project: those that run together must agree, and what is said above reaches only some of them. */
const workers = 2
/** No claim of speed: a machine may be several times slower than another. */
const patienceMs = 300_000
/** A worker takes file after file in one process, and loads the product's modules once: they keep nothing that one file could leave to the next. */
const together = { isolate: false, maxWorkers: workers } as const

export default defineConfig({
  test: {
    maxWorkers: workers,
    projects: [
      {
        test: {
          name: 'contract',
          root: 'packages/contract',
          include: ['src/**/*.test.ts'],
          environment: 'node',
          testTimeout: patienceMs,
          ...together,
        },
      },
      {
        test: {
          ...apiTests,
          name: 'api',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: processTests,
          testTimeout: patienceMs,
          hookTimeout: patienceMs,
          ...together,
        },
      },
      {
        test: {
          ...apiTests,
          name: 'processes',
          include: processTests,
          testTimeout: patienceMs,
          hookTimeout: patienceMs,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        test: {
          name: 'web',
          root: 'apps/web',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['./src/testing/setup.ts'],
          ...together,
          testTimeout: patienceMs,
          hookTimeout: patienceMs,
        },
      },
      { test: { name: 'scripts', root: 'scripts', include: ['*.test.ts'], environment: 'node', testTimeout: patienceMs, ...together } },
      {
        test: {
          name: 'simulator',
          root: 'apps/simulator',
          include: ['src/**/*.test.ts'],
          environment: 'node',
          testTimeout: patienceMs,
          ...together,
        },
      },
    ],
  },
})
