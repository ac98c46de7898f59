import { describePermission, type NamedEndpoint, type Permission } from '@larder/contract'
import { rememberedStaffActor } from '../access/lookup.ts'
import { systemContext } from '../access/system-actor.ts'
import type { Actor } from '../actor.ts'
import { allowOwnPassword, can, lackedFor } from '../authorize.ts'
import type { Context, RunningTask, Services } from '../context.ts'
import type { Refusal } from '../errors.ts'
import type { AnyHandler } from '../http/handler.ts'
import { reachOf } from '../live/audience.ts'
import { shownTo } from '../read/masked-fields.ts'
import { unitOfWork } from '../unit-of-work.ts'
import { keepFile } from './task-file.ts'
import { type Claim, renewLease, renewMs } from './task-lease.ts'

/** Ends a task for good; the sentence is what its owner reads. */
export class TaskEnd extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'TaskEnd'
  }
}

export type Offered = ReadonlyMap<string, { endpoint: NamedEndpoint; handler: AnyHandler }>

/** Whether a refusal tells of the server's state and not of what was asked: worth trying again. */
export function isFault({ kind }: Refusal): boolean {
  return kind === 'unavailable' || kind === 'internal'
}

const tellMs = 400

interface Parts {
  services: Services
  claim: Claim
  offered: Offered
  signal: AbortSignal
}

/** What a kind of task is given to run. `end` stops saying that it lives. */
export function createRunningTask({ services, claim, offered, signal }: Parts): RunningTask & { end(): void } {
  let toldAt = 0
  let lost: unknown = null
  const renewing = setInterval(() => {
    renewLease(services.writable, claim).catch((error: unknown) => {
      lost = error
    })
  }, renewMs).unref()

  function check(): void {
    signal.throwIfAborted()
    // A database that is away answers what comes next as well, or not.
    if (lost instanceof Error && lost.name === 'TaskLost') throw lost
  }

  async function actor(): Promise<Actor> {
    const found = await rememberedStaffActor(services, claim.staff_id, `${claim.id} ${claim.attempt}`)
    if (!found) throw new TaskEnd('The account of whoever began it is not open any more.')
    allowOwnPassword(found)
    claim.reach ??= reachOf(found)
    return found
  }

  async function ownerUnless(lacks: (found: Actor) => Permission | undefined): Promise<Context> {
    check()
    const found = await actor()
    const lacked = lacks(found)
    if (lacked) throw new TaskEnd(`You may not ${describePermission(lacked)} any more (${lacked}).`)
    return { ...systemContext(services, `task.${claim.kind}`), actor: found, requestId: `task-${claim.id}` }
  }

  function find(name: string) {
    const target = offered.get(name)
    if (!target) throw new Error(`${name} is no endpoint that a task can call`)
    return target
  }

  return {
    claim,
    services,
    owner: (permission) => ownerUnless((found) => (can(found, permission) ? undefined : permission)),
    endpoint: (name) => find(name).endpoint,
    async call(name, input, more = {}) {
      const target = find(name)
      const ctx = await ownerUnless((found) => lackedFor(found, target.endpoint) as Permission | undefined)
      const output = await target.handler({ ...ctx, operation: name, approval: target.endpoint.shape.approval, ...more }, input)
      return shownTo(ctx, target.endpoint.shape.response, output)
    },
    async progress(done, total) {
      check()
      Object.assign(claim, { done, total })
      const now = performance.now()
      if (now - toldAt < tellMs) return
      toldAt = now
      await renewLease(services.writable, claim)
      await tellProgress(services, claim)
    },
    keepFile: (chunks) => keepFile(services.writable, claim, chunks),
    end: () => clearInterval(renewing),
  }
}

/** Whose task it is, for the events that tell of it. */
export const toldToOwner = ({ staff_id }: Pick<Claim, 'staff_id'>) =>
  ({ permission: 'dashboard.view', branchId: null, storeId: null, staffId: staff_id }) as const

function tellProgress(services: Services, claim: Claim): Promise<void> {
  return unitOfWork(systemContext(services, 'task.progress'), async (work) => {
    work.nothing()
    const { id, version } = claim
    work.notify({ kind: 'changed', entity: 'task', entityId: id, version, ...toldToOwner(claim), payload: null })
  })
}
