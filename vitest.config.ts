import { defineConfig } from 'vitest/config'

/** Tests that start, kill and watch whole processes: they want the machine to themselves, one after the other, after all others. */
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

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'contract', root: 'packages/contract', include: ['src/**/*.test.ts'], environment: 'node', testTimeout: 60_000 } },
      {
        test: {
          ...apiTests,
          name: 'api',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: processTests,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...apiTests,
          name: 'processes',
          include: processTests,
          testTimeout: 120_000,
          hookTimeout: 180_000,
          maxWorkers: 1,
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
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'scripts', root: 'scripts', include: ['*.test.ts'], environment: 'node', testTimeout: 60_000 } },
      { test: { name: 'simulator', root: 'apps/simulator', include: ['src/**/*.test.ts'], environment: 'node', testTimeout: 60_000 } },
    ],
  },
})
