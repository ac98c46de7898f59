import * as z from 'zod/mini'
import { contract, get } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { listQuery, pageOf } from '../page.ts'
import { Instant } from '../values/instant.ts'
import { opaque } from '../values/text.ts'

/** A field that a change changed, in the shapes of the API; secrets are hidden and masked fields masked before they are stored. */
export const AuditChange = z.strictObject({ field: z.string(), old: z.unknown(), new: z.unknown() })

export const AuditEntry = z.strictObject({
  id: z.string(),
  at: Instant,
  actorKind: z.enum(['staff', 'channel', 'system']),
  actorName: z.string(),
  role: z.nullable(z.string()),
  /** What that role is called now; null where there is none any more. */
  roleName: z.nullable(z.string()),
  action: z.string(),
  entity: z.string(),
  entityId: z.string(),
  /** Changed fields only. */
  changes: z.array(AuditChange),
  /** What ids, and codes of reasons, in `changes` are called now; one of what is gone is not here. */
  names: z.record(z.string(), z.string()),
  reason: z.nullable(z.string()),
  /** Who approved what the actor had asked for; null where it needed nobody. */
  checkerName: z.nullable(z.string()),
  /** Ties what was changed together; null where it was one record alone. */
  changeSetId: z.nullable(z.string()),
  requestId: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** A record of any kind: what it is, and its id or its key. */
export const ofAnyKind = z.strictObject({
  entity: opaque(40).check(z.regex(/^[a-z-]{2,40}$/)),
  id: opaque(80).check(z.regex(/^[\w.-]{1,80}$/)),
})

export const auditContract = contract('audit', {
  /** History of one record, for the history tab; the API also asks for the view permission of that entity. */
  history: get('/history/:entity/:id', {
    permission: 'signed-in',
    params: ofAnyKind,
    query: listQuery(['at'], {}),
    response: pageOf(AuditEntry),
    fromReplica: true,
    example: { params: { entity: 'order', id: '01a1f6c2-7b5c-7d3e-9f10-2a3b4c5d6e7f' } },
    summary: 'Who changed this record, newest first',
  }),
})

export const auditRefusals = {
  'not-found': { 'history-not-found': 'Records of this kind have no history.' },
} as const satisfies Refusals
