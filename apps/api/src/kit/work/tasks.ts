import type { NamedEndpoint } from '@larder/contract'
import type { Services, TaskKind, Tasks } from '../context.ts'
import { Refusal } from '../errors.ts'
import type { AnyHandler } from '../http/handler.ts'
import type { Log } from '../watch/log.ts'
import { createOutage } from '../watch/outage.ts'
import { createRunningTask, isFault, TaskEnd } from './running-task.ts'
import { finishTask } from './task-end.ts'
import { type Claim, claimTask, releaseTask, TaskLost } from './task-lease.ts'

const pollMs = 1000

export function createTasks(servicesOf: () => Services, log: Log): Tasks {
  const kinds = new Map<string, TaskKind>()
  const offered = new Map<string, { endpoint: NamedEndpoint; handler: AnyHandler }>()
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  const outage = createOutage(log, 'the tasks', 10_000)
  let timer: NodeJS.Timeout | undefined
  let isStarted = false
  let looking: Promise<void> | null = null

  async function take(): Promise<boolean> {
    const limits = new Map([...kinds].map(([name, { atOnce }]) => [name, atOnce]))
    const claim = await claimTask(servicesOf().writable, limits)
    if (!claim) return false
    const run = runOne(claim).finally(() => {
      running.delete(run)
      kick()
    })
    running.add(run)
    return true
  }

  async function look(): Promise<void> {
    try {
      while (!stopping.signal.aborted && (await take()));
      outage.worked()
    } catch (error) {
      outage.failed(error)
    }
  }

  function kick(): void {
    if (!isStarted || stopping.signal.aborted) return
    looking ??= look().finally(() => {
      looking = null
    })
  }

  async function runOne(claim: Claim): Promise<void> {
    const services = servicesOf()
    const task = createRunningTask({ services, claim, offered, signal: stopping.signal })
    try {
      await task.progress(claim.done, claim.total)
      const kind = kinds.get(claim.kind) as TaskKind
      // One that takes its process with it is not begun for ever.
      if (claim.failures > kind.retries) throw new TaskEnd('It was broken off too often. An administrator finds why in the log.')
      const result = await kind.run(task)
      await finishTask(services, claim, { status: 'done', result })
    } catch (error) {
      await settle(services, claim, error).catch((cause: unknown) => outage.failed(cause))
    } finally {
      task.end()
    }
  }

  async function settle(services: Services, claim: Claim, error: unknown): Promise<void> {
    if (error instanceof TaskLost) return
    if (stopping.signal.aborted) return releaseTask(services.writable, claim)
    const isDecided = error instanceof TaskEnd || (error instanceof Refusal && !isFault(error))
    if (isDecided) return finishTask(services, claim, { status: 'failed', reason: error.message })
    const { retries } = kinds.get(claim.kind) as TaskKind
    const failures = claim.failures + 1
    log.error({ task: claim.id, kind: claim.kind, failures, err: error }, 'a task failed')
    if (failures <= retries) return releaseTask(services.writable, claim, 2 ** failures, failures)
    return finishTask(services, claim, {
      status: 'failed',
      reason: 'A fault of the server. Try again; if it keeps happening, tell an administrator.',
    })
  }

  return {
    declare(kind) {
      if (kinds.has(kind.name)) throw new Error(`the kind of task "${kind.name}" is declared twice`)
      kinds.set(kind.name, kind)
    },
    offer: (endpoint, handler) => void offered.set(endpoint.name, { endpoint, handler }),
    kick,
    async runDue() {
      while (await take()) await Promise.all(running)
    },
    start() {
      isStarted = true
      kick()
      timer = setInterval(kick, pollMs).unref()
    },
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await looking
      await Promise.all(running)
    },
  }
}
