import { findChromium, installChromium } from './chromium.ts'
import { gateStages, journeyStages, type Stage, stages } from './test-stages.ts'

const plans: Record<string, Stage[]> = { e2e: journeyStages, gate: gateStages }
const [plan = 'all'] = process.argv.slice(2)

let passed = 0
let failed = 0

// Asked first: nobody shall wait minutes to be told what is missing.
const browser: Stage = {
  name: 'browser',
  run: async () => {
    if (plan === 'gate') await installChromium()
    process.stdout.write(`${findChromium()}\n`)
    return { passed: 0, failed: 0 }
  },
}

for (const stage of [browser, ...(plans[plan] ?? stages)]) {
  process.stdout.write(`\n── ${stage.name}\n`)
  const tally = await stage.run().catch((error: unknown) => {
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return { passed: 0, failed: 1 }
  })
  passed += tally.passed
  failed += tally.failed
  if (stage === browser && failed > 0) break
}

process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
