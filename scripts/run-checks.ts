import { checks } from './checks.ts'
import type { Tally } from './test-reports.ts'

const AT_ONCE = 2

/** Runs every check, a line each with its time. */
export async function runChecks(): Promise<Tally> {
  const waiting = [...checks]
  let passed = 0
  const failures: string[] = []
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const start = performance.now()
      const problem = await check.run().catch((error: unknown) => String(error))
      if (problem) failures.push(`${check.name}\n${problem.replaceAll(/^/gm, '    ')}`)
      else passed += 1
      process.stdout.write(`${problem ? '✗' : '✓'} ${check.name} ${Math.round(performance.now() - start)} ms\n`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { passed, failures }
}
