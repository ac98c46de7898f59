import { journeyStages, stages } from './test-stages.ts'

let passed = 0
let failed = 0

for (const stage of process.argv[2] === 'e2e' ? journeyStages : stages) {
  process.stdout.write(`\n── ${stage.name}\n`)
  const tally = await stage.run().catch((error: unknown) => {
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return { passed: 0, failed: 1 }
  })
  passed += tally.passed
  failed += tally.failed
}

process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
