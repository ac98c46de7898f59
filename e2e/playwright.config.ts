import { defineConfig } from '@playwright/test'
import { leanBrowser } from './browsers.ts'

export default defineConfig({
  testDir: './src',
  testMatch: '**/*.spec.ts',
  outputDir: './test-results/artifacts',
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // No claim of speed: a machine may be several times slower than another, and does two journeys at once.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: './test-results/results.json' }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: leanBrowser,
  },
})
