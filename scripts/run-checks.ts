import { checks } from './checks.ts'

export type Tally = { passed: number; failed: number }

const AT_ONCE = 2

/** Runs every check, a line each with its time, and prints what the failed ones found. */
export async function runChecks(): Promise<Tally> {
  const waiting = [...checks]
  const tally = { passed: 0, failed: 0 }
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const start = performance.now()
      const problem = await check.run().catch((error: unknown) => String(error))
      tally[problem ? 'failed' : 'passed'] += 1
      process.stdout.write(`${problem ? '✗' : '✓'} ${check.name} ${Math.round(performance.now() - start)} ms\n`)
      if (problem) process.stdout.write(`${problem.replaceAll(/^/gm, '    ')}\n`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return tally
}
