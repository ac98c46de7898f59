import { type Task, taskStatusLabels } from '@larder/contract'
import { format } from '#kit/format.ts'

/** How far a task is, or what came of it: "1,200 of 3,400 rows", "118 done, 4 refused: already closed". */
export function taskWords({ kind, status, done, total, reason, outcome }: Task): string {
  const many = kind === 'verify-audit' ? 'entries' : 'rows'
  if (status === 'failed') return reason ?? taskStatusLabels.failed
  if (status === 'queued') return 'Waits for its turn'
  if (status === 'running')
    return total === null ? `${format().number(done)} ${many} so far` : `${format().number(done)} of ${format().number(total)} ${many}`
  if (!outcome) return done === 1 && many === 'rows' ? '1 row' : `${format().number(done)} ${many}`
  const words = `${format().number(outcome.done)} done`
  if (outcome.refused === 0) return words
  const [only, ...more] = outcome.reasons
  const why = more.length === 0 ? only?.reason : outcome.reasons.map(({ reason: each, rows }) => `${rows} ${each}`).join(' ')
  return `${words}, ${format().number(outcome.refused)} refused: ${why ?? ''}`
}
