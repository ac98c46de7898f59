import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildProduct } from './builds.ts'
import { findChromium, findHeadlessShell } from './chromium.ts'
import { type Finished, ROOT, runTool } from './program.ts'
import { runChecks } from './run-checks.ts'
import { runStarts } from './starts.ts'
import { journeyTally, loadingReportOf, type Tally, unitTally } from './test-reports.ts'

/** Which projects each run of vitest has: those that mostly wait for processes run beside those that compute. */
const VITEST_RUNS = { processes: ['--project=processes'], others: ['--project=!processes'] }
/** What the runners left behind of their last run. */
export const VITEST_REPORTS = Object.keys(VITEST_RUNS).map((run) => join(ROOT, `.cache/vitest-${run}.json`))
const LOADING_REPORTER = join(import.meta.dirname, 'loading-reporter.ts')
export const JOURNEYS_REPORT = join(ROOT, 'e2e/test-results/results.json')

/** One part of the tests. */
export type Stage = { name: string; run: () => Promise<Tally> }

/** The stages of `npm test`, in order. */
export const stages: Stage[] = [
  { name: 'check', run: runChecks },
  { name: 'build', run: runBuild },
  { name: 'tests', run: runVitest },
  { name: 'journeys', run: () => runJourneys(process.argv.slice(3)) },
]

/**
 * What judges a commit: also that it starts from a fresh checkout, as a newcomer and as an operator do it. A journey that fails is walked once
 * more (docs/decisions/0067).
 */
export const gateStages: Stage[] = [
  ...stages.filter(({ name }) => name !== 'journeys'),
  { name: 'journeys', run: () => runJourneys(['--retries=1']) },
  { name: 'starts', run: runStarts },
]

/** The stages of `npm run e2e`; words after it choose among the journeys. */
export const journeyStages: Stage[] = stages.filter(({ name }) => name === 'build' || name === 'journeys')

// The build is no test: it counts only when it fails.
async function runBuild(): Promise<Tally> {
  await buildProduct()
  return { passed: 0, failures: [] }
}

async function runVitest(): Promise<Tally> {
  const tallies = await Promise.all(Object.values(VITEST_RUNS).map((projects, index) => runProjects(projects, VITEST_REPORTS[index] ?? '')))
  return { passed: tallies.reduce((sum, { passed }) => sum + passed, 0), failures: tallies.flatMap(({ failures }) => failures) }
}

async function runProjects(projects: string[], path: string): Promise<Tally> {
  const loading = loadingReportOf(path)
  for (const report of [path, loading]) rmSync(report, { force: true })
  const args = ['run', ...projects, '--reporter=default', '--reporter=json', `--outputFile.json=${path}`]
  const finished = await runTool('vitest', [...args, `--reporter=${LOADING_REPORTER}`], {
    echo: true,
    env: { ...process.env, LOADING_REPORT: loading },
  })
  return withEnd(`vitest ${projects.join(' ')}`, unitTally(path), finished)
}

async function runJourneys(more: readonly string[]): Promise<Tally> {
  rmSync(JOURNEYS_REPORT, { force: true })
  const env = { ...process.env, CHROMIUM: findChromium(), HEADLESS_SHELL: findHeadlessShell() }
  const args = ['test', '--config', 'e2e/playwright.config.ts', ...more]
  const finished = await runTool('playwright', args, { env, echo: true })
  return withEnd('playwright', journeyTally(JOURNEYS_REPORT), finished)
}

// A run that fails without a failed test (an error outside any test) is a failure all the same.
function withEnd(name: string, tally: Tally, { code, output }: Finished): Tally {
  if (code === 0 || tally.failures.length > 0) return tally
  return { ...tally, failures: [`${name} ended with ${code}\n${output.trimEnd().split('\n').slice(-20).join('\n')}`] }
}
