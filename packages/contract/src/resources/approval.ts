import * as z from 'zod/mini'
import { contract, get, type NamedEndpoint, post, type Schema } from '../endpoint.ts'
import { Allowed, byId, listQuery, Named, pageOf } from '../page.ts'
import { keysOf } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { Version } from '../values/number.ts'
import { opaque, text } from '../values/text.ts'
import { AuditChange } from './audit.ts'
import { settingContract } from './setting.ts'

export const approvalStatusLabels = {
  pending: 'Waiting',
  approved: 'Approved',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
  overtaken: 'Overtaken',
} as const
export const ApprovalStatus = z.enum(keysOf(approvalStatusLabels))
export type ApprovalStatus = z.infer<typeof ApprovalStatus>

/** What somebody asked for that another person has to approve, and what became of it. */
export const Approval = z.strictObject({
  id: idOf('approval'),
  /** The endpoint's name: `setting.changeTax`. */
  operation: z.string(),
  title: z.string(),
  entity: z.string(),
  entityId: z.string(),
  status: ApprovalStatus,
  maker: Named,
  reason: z.string(),
  /** What it changes, in the shapes of the record's history. */
  changes: z.array(AuditChange),
  /** What ids in `changes` are called. */
  names: z.record(z.string(), z.string()),
  checker: z.nullable(Named),
  /** Why it was refused, or why it could not be carried out any more. */
  because: z.nullable(z.string()),
  createdAt: Instant,
  expiresAt: Instant,
  decidedAt: z.nullable(Instant),
  version: z.int(),
  allowed: Allowed,
})
export type Approval = z.infer<typeof Approval>

/** An endpoint that is asked for, by its name, and what it would be called with. */
function asking<P extends Schema, B extends Schema>({ name, shape }: NamedEndpoint & { shape: { params: P; body: B } }) {
  // Its own copies: what the endpoint itself takes goes by another name in the API's description.
  const [params, body] = [z.core.clone(shape.params, shape.params._zod.def), z.core.clone(shape.body, shape.body._zod.def)]
  return z.strictObject({ operation: z.literal(name), params, body, reason: text({ max: 200 }) })
}

const versioned = { version: Version }
const one = { permission: 'approval.view', params: byId('approval'), response: Approval } as const

export const approvalContract = contract('approval', {
  list: get('/approvals', {
    permission: 'approval.view',
    query: listQuery(['createdAt'], { status: z.optional(ApprovalStatus), entityId: z.optional(opaque(80)) }),
    response: pageOf(Approval),
    summary: 'Requests that I may approve, and my own',
  }),
  get: get('/approvals/:id', { ...one, summary: 'One request for approval' }),
  create: post('/approvals', {
    permission: 'approval.view',
    body: z.discriminatedUnion('operation', [asking(settingContract.change), asking(settingContract.changeTax)]),
    response: Approval,
    summary: 'Ask another person to approve a change',
  }),
  approve: post('/approvals/:id/approve', {
    ...one,
    body: z.strictObject(versioned),
    alsoChanges: ['setting'],
    changesSeveral: true,
    summary: 'Approve a request of somebody else: it is carried out as theirs',
  }),
  refuse: post('/approvals/:id/refuse', {
    ...one,
    body: z.strictObject({ ...versioned, reason: text({ max: 200 }) }),
    summary: 'Refuse a request of somebody else, with a reason',
  }),
  withdraw: post('/approvals/:id/withdraw', { ...one, body: z.strictObject(versioned), summary: 'Take back a request of my own' }),
})
