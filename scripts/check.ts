import { runChecks } from './run-checks.ts'

const { passed, failures } = await runChecks()
for (const failure of failures) process.stdout.write(`\n✗ ${failure}\n`)
process.stdout.write(`${passed} passed, ${failures.length} failed\n`)
process.exitCode = failures.length > 0 ? 1 : 0
