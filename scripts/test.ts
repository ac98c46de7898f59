import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allContracts, type Contract } from '../packages/contract/src/index.ts'
import { findChromium, installChromium } from './chromium.ts'
import { ROOT } from './program.ts'
import { formatCosts } from './test-costs.ts'
import { journeysIn, type Tally, unitsIn } from './test-reports.ts'
import { gateStages, JOURNEYS_REPORT, journeyStages, type Stage, stages, VITEST_REPORTS } from './test-stages.ts'

const plans: Record<string, Stage[]> = { e2e: journeyStages, gate: gateStages }
const [plan = 'all'] = process.argv.slice(2)

let passed = 0
const failures: string[] = []
const unsteady: string[] = []
const seconds: Record<string, number> = {}

// Asked first: nobody shall wait minutes to be told what is missing.
const browser: Stage = {
  name: 'browser',
  run: async () => {
    if (plan === 'gate') await installChromium()
    process.stdout.write(`${findChromium()}\n`)
    return { passed: 0, failures: [] }
  },
}

for (const stage of [browser, ...(plans[plan] ?? stages)]) {
  process.stdout.write(`\n── ${stage.name}\n`)
  const start = performance.now()
  const tally: Tally = await stage.run().catch((error: unknown) => {
    return { passed: 0, failures: [`${stage.name}\n    ${error instanceof Error ? error.message : String(error)}`] }
  })
  passed += tally.passed
  failures.push(...tally.failures)
  unsteady.push(...(tally.unsteady ?? []))
  seconds[stage.name] = (performance.now() - start) / 1000
  if (stage === browser && failures.length > 0) break
}

// A part says nothing about the whole.
const routes = join(ROOT, 'apps/web/dist/.vite/routes.json')
if (stages.every(({ name }) => name in seconds) && existsSync(routes)) {
  const run = { stages: seconds, units: VITEST_REPORTS.map(unitsIn), journeys: journeysIn(JOURNEYS_REPORT) }
  const counts = {
    endpoints: Object.values<Contract>(allContracts).flatMap((contract) => Object.keys(contract)).length,
    screens: Object.keys(JSON.parse(readFileSync(routes, 'utf8'))).length,
  }
  process.stdout.write(`\n── costs\n${formatCosts(run, counts)}\n`)
}
// Once more at the end, for whoever has only the end.
const tell = (title: string, mark: string, those: readonly string[]) => {
  if (those.length > 0) process.stdout.write(`\n── ${title}\n${those.map((one) => `${mark} ${one}`).join('\n')}\n`)
}
tell('passed at the second attempt only', '~', unsteady)
tell('failed', '✗', failures)
process.stdout.write(`\n${passed} passed, ${failures.length} failed\n`)
process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0
