import * as z from 'zod/mini'
import { contract, get, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { exportOf, StartedTask } from '../exports.ts'
import { listQuery, Named, pageOf } from '../page.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { LocalDate } from '../values/local-date.ts'
import { opaque } from '../values/text.ts'
import { AuditEntry } from './audit.ts'

/** An entry as it stands in the trail of all records: with where it came from. */
export const AuditTrailEntry = z.extend(AuditEntry, {
  actorId: z.nullable(z.string()),
  /** The network address of the request; null of what the product did by itself. */
  address: z.nullable(z.string()),
  branch: z.nullable(Named),
  /** It is written once and never changes. */
  version: z.literal(1),
})
export type AuditTrailEntry = z.infer<typeof AuditTrailEntry>

/** An entry with its place in the chain of its record, which a verification recomputes. */
export const AuditTrailRecord = z.extend(AuditTrailEntry, {
  /** Its number among the entries of its record, from 1 on. */
  sequence: z.int(),
  /** SHA-256 of its content and of the entry before it, in hexadecimal. */
  hash: z.string(),
  previousHash: z.nullable(z.string()),
})
export type AuditTrailRecord = z.infer<typeof AuditTrailRecord>

/** What a verification of the whole record found. */
export const AuditVerdict = z.strictObject({
  id: z.string(),
  at: Instant,
  entries: z.int(),
  seals: z.int(),
  /** The first row that does not fit, and why; null where all is sound. */
  broken: z.nullable(z.strictObject({ table: z.string(), id: z.string(), because: z.string() })),
  /** Why what earlier ones had found was let be; null on others. */
  acknowledgement: z.nullable(z.string()),
})
export type AuditVerdict = z.infer<typeof AuditVerdict>

const highestEntry = '9223372036854775807'
const EntryNumber = opaque(19).check(
  z.regex(/^[1-9]\d{0,18}$/, { error: 'is the number of an entry', abort: true }),
  z.refine((value) => value.length < highestEntry.length || value <= highestEntry, 'is the number of an entry'),
)

/** Days are those of the installation's time zone, both included. */
const query = listQuery(['at'], {
  from: z.optional(LocalDate),
  to: z.optional(LocalDate),
  actorId: z.optional(idOf('staff')),
  actorKind: z.optional(AuditEntry.shape.actorKind),
  role: z.optional(opaque(60)),
  action: z.optional(opaque(60)),
  entity: z.optional(opaque(40)),
  entityId: z.optional(opaque(80)),
  branchId: z.optional(idOf('branch')),
  address: z.optional(opaque(60)),
  requestId: z.optional(opaque(80)),
  changeSetId: z.optional(idOf('change-set')),
})

/** Who did what to any record: of those kinds that the caller may view, within their scope, and of their team where they lead one. */
export const auditEntryContract = contract('audit-entry', {
  list: get('/audit-entries', {
    searchesPeople: true,
    permission: 'audit.view',
    query,
    response: pageOf(AuditTrailEntry),
    fromReplica: true,
    summary: 'Who did what, newest first',
  }),
  get: get('/audit-entries/:id', {
    permission: 'audit.view',
    params: z.strictObject({ id: EntryNumber }),
    response: AuditTrailRecord,
    example: { params: { id: '1' } },
    summary: 'One entry, with its place in the chain of its record',
  }),
  own: get('/me/acts', {
    permission: 'signed-in',
    response: z.array(AuditTrailEntry),
    summary: 'What I did last, newest first, of what I may view now',
  }),
  export: exportOf('/audit-entries', 'audit.export', query),
  facets: get('/audit-entries/facets', {
    permission: 'audit.view',
    response: z.strictObject({ entities: z.array(z.string()), actions: z.array(z.string()) }),
    summary: 'Kinds of records and acts that there can be entries of',
  }),
})

/** Verifications are of the whole record, whoever begins one. */
export const auditVerdictContract = contract('audit-verdict', {
  list: get('/audit-verdicts', {
    permission: 'audit.view',
    response: z.array(AuditVerdict),
    alsoShows: ['task'],
    summary: 'The last verifications of the whole record, newest first',
  }),
  verify: post('/audit-verdicts', {
    permission: 'audit.view',
    body: z.strictObject({}),
    response: StartedTask,
    alsoChanges: ['task'],
    summary: 'Verify the whole record now, as a task: every entry, every seal, every verdict',
  }),
})

export const auditEntryRefusals = {
  'not-found': { 'audit-entry-not-found': 'No such entry, or out of reach.' },
} as const satisfies Refusals
