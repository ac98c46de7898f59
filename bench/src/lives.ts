import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { plainFormat } from '@larder/contract'
import { atMost, type Claim } from './targets.ts'

const WALK = join(import.meta.dirname, '../../apps/api/test/fixtures/walk-lives.ts')
const run = promisify(execFile)

interface Walked {
  steps: number
  done: Record<string, number>
  broken: string[]
}

/** Random lives of orders, without a database, on every core: each step is held against the rules of money. */
export async function measureLives(steps: number, seed: number, tell: (step: string) => void): Promise<Claim[]> {
  const walks = Array.from({ length: availableParallelism() }, (_, index) => seed * 1000 + index)
  const each = Math.ceil(steps / walks.length)
  const walked = await Promise.all(walks.map((drawn) => walk(each, drawn)))
  const taken = walked.reduce((sum, one) => sum + one.steps, 0)
  const broken = walked.flatMap((one) => one.broken)
  for (const rule of broken) tell(rule)
  const acts = new Set(walked.flatMap(({ done }) => Object.keys(done)))
  return [
    atMost(
      `steps of random lives of orders that break a rule of money, of ${plainFormat.number(taken)} by ${acts.size} acts`,
      broken.length,
      0,
      '',
    ),
  ]
}

async function walk(steps: number, seed: number): Promise<Walked> {
  const { stdout } = await run(process.execPath, [WALK, String(steps), String(seed)], { maxBuffer: 10_000_000 })
  return JSON.parse(stdout)
}
