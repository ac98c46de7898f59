import * as z from 'zod/mini'
import { contract, get, type NamedEndpoint, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { Allowed, byId, listQuery, Named, pageOf } from '../page.ts'
import { keysOf } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { queryFlag, Version } from '../values/number.ts'
import { opaque, text } from '../values/text.ts'
import { AuditChange, ofAnyKind } from './audit.ts'

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
  /** What the record is called that it is about, a customer with their number in part; null of what has no name of its own. */
  about: z.nullable(z.string()),
  /** What comes of it, where `changes` say too little. */
  effect: z.nullable(z.string()),
  status: ApprovalStatus,
  maker: Named,
  reason: z.string(),
  /** What it changes, in the shapes of the record's history. */
  changes: z.array(AuditChange),
  /** What ids in `changes` are called. */
  names: z.record(z.string(), z.string()),
  checker: z.nullable(Named),
  /** Why it was refused, why it could not be carried out any more, or under which exception it was approved. */
  because: z.nullable(z.string()),
  createdAt: Instant,
  expiresAt: Instant,
  decidedAt: z.nullable(Instant),
  version: z.int(),
  allowed: Allowed,
})
export type Approval = z.infer<typeof Approval>

/** A request of a record that nobody has decided yet, for whoever sees the record. */
export const WaitingRequest = z.strictObject({
  id: idOf('approval'),
  operation: z.string(),
  title: z.string(),
  maker: Named,
  /** The roles of those who could approve it. */
  by: z.array(z.string()),
  createdAt: Instant,
  /** Whether the caller may read the request itself: it is theirs, or they may approve it. */
  isOpen: z.boolean(),
  version: z.int(),
  allowed: Allowed,
})
export type WaitingRequest = z.infer<typeof WaitingRequest>

const requestReason = { reason: text({ max: 200 }) }
/** Why somebody asks for an approval: what of a request is their own beside what they ask for. */
export const RequestReason = z.object(requestReason)

/** What is asked for: an endpoint by its name, and what it would be called with. */
interface Asked {
  operation: string
  params?: unknown
  body: unknown
  reason: string
}

const versioned = { version: Version }
const one = { permission: 'approval.view', params: byId('approval'), response: Approval } as const

export const approvalContract = contract('approval', {
  list: get('/approvals', {
    permission: 'approval.view',
    query: listQuery(['createdAt'], {
      status: z.optional(ApprovalStatus),
      entityId: z.optional(opaque(80)),
      /** Those that wait and that the caller may approve. */
      isMineToApprove: z.optional(queryFlag()),
    }),
    response: pageOf(Approval),
    summary: 'Requests that I may approve, and my own',
  }),
  get: get('/approvals/:id', { ...one, summary: 'One request for approval' }),
  waiting: get('/approvals/waiting/:entity/:id', {
    permission: 'signed-in',
    params: ofAnyKind,
    response: z.strictObject({ request: z.nullable(WaitingRequest) }),
    alsoShows: ['approval'],
    example: { params: { entity: 'order', id: '01a1f6c2-7b5c-7d3e-9f10-2a3b4c5d6e7f' } },
    summary: 'What somebody asked for of a record and nobody has decided yet, for whoever may see the record',
  }),
  create: post('/approvals', {
    permission: 'approval.view',
    // What is asked for is done in the name of who asks.
    proof: 'recent',
    seeks: true,
    // Of every endpoint that declares an approval: `askingFor` puts it in, which whoever only sends requests need not load.
    body: z.custom<Asked>(() => false),
    response: Approval,
    summary: 'Ask another person to approve a change',
  }),
  approve: post('/approvals/:id/approve', {
    ...one,
    // What is approved may be what takes a proof itself.
    proof: 'recent',
    body: z.strictObject(versioned),
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

/** The contract of approvals, where these can be asked for. */
export function askingFor(endpoints: readonly NamedEndpoint[]): typeof approvalContract {
  const { create } = approvalContract
  const asked = endpoints.filter(({ shape }) => shape.approval)
  const [first] = asked
  const example = first?.shape.example?.body && { body: { operation: first.name, body: first.shape.example.body } }
  const body = z.discriminatedUnion('operation', asked.map(asking) as [Asking, ...Asking[]]) as unknown as typeof create.shape.body
  return { ...approvalContract, create: { ...create, shape: { ...create.shape, body, ...(example && { example }) } } }
}

/** An endpoint that is asked for, by its name, and what it would be called with. */
function asking({ name, shape: { params, body, approval } }: NamedEndpoint) {
  if (!body || !(params || approval?.asks))
    throw new Error(`${name} needs an approval: it must take a body, and the id of a record or say which one its request is of`)
  // Its own copies: what the endpoint itself takes goes by another name in the API's description.
  const own = { ...(params && { params: z.core.clone(params, params._zod.def) }), body: z.core.clone(body, body._zod.def) }
  return z.strictObject({ operation: z.literal(name), ...own, ...requestReason })
}

type Asking = ReturnType<typeof asking>

export const approvalRefusals = {
  'not-found': { 'approval-not-found': 'No such request for approval, or none of the caller, nor one that they may approve.' },
  refused: {
    'needs-approval': 'Another person has to approve it: send it to `POST /approvals`.',
    'own-hand':
      'In the last 30 days whoever asks opened the account of the approver or gave it another way in, or the other way round, or the same person did so for both: somebody else has to approve it.',
    'approver-shut-out':
      'Nobody independent is left to approve it, and in the last 7 days its maker, or somebody who may be them, kept one from it: by another password, a second factor taken away, a suspension, another role or scope. It waits for somebody independent until these 7 days are over.',
    'beyond-approver':
      'With what the caller approved of the order before, it is beyond their limit: somebody with a higher one has to approve it.',
    'needs-no-approval': 'It can be done at once, or would change nothing: there is nothing to approve.',
    'already-requested': 'Somebody has asked for a change of the record already, and it waits for approval.',
    'already-decided': 'The request was approved, refused or withdrawn, has expired, or was overtaken.',
    overtaken: 'An approved request cannot be carried out any more; the request says why.',
    'own-request': 'Nobody approves or refuses their own request.',
  },
} as const satisfies Refusals
