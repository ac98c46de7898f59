import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium } from './chromium.ts'
import { ROOT, runTool } from './program.ts'
import { runChecks, type Tally } from './run-checks.ts'
import { runStarts } from './starts.ts'
import { buildWebApp } from './web-build.ts'

const VITEST_REPORT = join(ROOT, '.cache/vitest.json')
const JOURNEYS_REPORT = join(ROOT, 'e2e/test-results/results.json')

/** One part of the tests. */
export type Stage = { name: string; run: () => Promise<Tally> }

/** The stages of `npm test`, in order. */
export const stages: Stage[] = [
  { name: 'check', run: runChecks },
  { name: 'web app', run: runBuild },
  { name: 'tests', run: runVitest },
  { name: 'journeys', run: runJourneys },
]

/** What judges a commit: also that it starts from a fresh checkout, as a newcomer and as an operator do it. */
export const gateStages: Stage[] = [...stages, { name: 'starts', run: runStarts }]

/** The stages of `npm run e2e`; words after it choose among the journeys. */
export const journeyStages: Stage[] = stages.filter(({ name }) => name === 'web app' || name === 'journeys')

// The build is no test: it counts only when it fails.
async function runBuild(): Promise<Tally> {
  await buildWebApp()
  return { passed: 0, failed: 0 }
}

async function runVitest(): Promise<Tally> {
  rmSync(VITEST_REPORT, { force: true })
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${VITEST_REPORT}`]
  const { code } = await runTool('vitest', args, { echo: true })
  const report = readReport(VITEST_REPORT) as { numPassedTests: number; numFailedTests: number } | null
  return withExitCode({ passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 }, code)
}

async function runJourneys(): Promise<Tally> {
  rmSync(JOURNEYS_REPORT, { force: true })
  const env = { ...process.env, CHROMIUM: findChromium() }
  const { code } = await runTool('playwright', ['test', '--config', 'e2e/playwright.config.ts', ...process.argv.slice(3)], {
    env,
    echo: true,
  })
  const report = readReport(JOURNEYS_REPORT) as { stats: { expected: number; flaky: number; unexpected: number } } | null
  const { expected = 0, flaky = 0, unexpected = 0 } = report?.stats ?? {}
  // A journey that passes only at the second attempt has not passed.
  return withExitCode({ passed: expected, failed: unexpected + flaky }, code)
}

// A run that fails without a failed test (a file that does not load, an error outside any test) is a failure all the same.
function withExitCode({ passed, failed }: Tally, code: number): Tally {
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1) }
}

function readReport(path: string): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}
