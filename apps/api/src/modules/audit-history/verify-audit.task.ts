import type { RunningTask, TaskKind, TaskResult } from '#kit/context.ts'
import { format } from '#kit/format.ts'
import { TaskEnd } from '#kit/work/running-task.ts'
import { brokenWords, checkAudit, countEntries } from '#modules/audit/audit-check.service.ts'

/** Verifies the whole record for whoever asks, and tells how far it is. What it finds is kept as a verdict, and rings every bell. */
export const verifyAuditKind: TaskKind = { name: 'verify-audit', atOnce: 1, retries: 2, run: verify }

async function verify(task: RunningTask): Promise<TaskResult> {
  const ctx = await task.owner('audit.view')
  const total = await countEntries(ctx)
  const { broken, entries, seals } = await checkAudit(ctx, { onEntries: (done) => task.progress(done, Math.max(total, done)) })
  if (broken) throw new TaskEnd(brokenWords(broken))
  return { words: `${format().number(entries)} entries, all sound`, facts: { entries, seals } }
}
