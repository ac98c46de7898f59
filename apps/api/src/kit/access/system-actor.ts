import { randomUUID } from 'node:crypto'
import type { Actor } from '../actor.ts'
import type { Context, Services } from '../context.ts'
import { noDevice } from './device.ts'

/** The program itself: jobs, timers, the seed. May do everything; its acts carry its name. */
export const systemActor: Actor = {
  kind: 'system',
  id: '00000000-0000-0000-0000-000000000000',
  name: 'Larder',
  role: null,
  isAdmin: true,
  grants: new Set(),
  limits: new Map(),
  scope: { kind: 'all' },
  sessionId: null,
}

/** A context for work that no request asked for; `operation` names the job in the record and the log. */
export function systemContext(services: Services, operation: string): Context {
  return {
    services,
    actor: systemActor,
    db: services.db,
    clock: services.clock,
    log: services.log,
    requestId: `job-${randomUUID()}`,
    address: null,
    userAgent: null,
    device: noDevice,
    operation,
    idempotency: null,
  }
}
