import type { Access, ChannelScope, NamedEndpoint } from '@larder/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { deviceOf } from '../access/device.ts'
import { authenticateChannel, authenticateStaff } from '../access/sessions.ts'
import type { Actor } from '../actor.ts'
import { allowOwnPassword, allowSecondFactor, lackedFor, notPermitted, speakAs, speaksFor } from '../authorize.ts'
import type { Context, Services } from '../context.ts'
import { Refusal } from '../errors.ts'
import { readCredential } from './credentials.ts'
import { payAs } from './gate.ts'
import { checkEndpointRate, payForRefusal } from './limits.ts'

/** Who calls an open endpoint: nobody in particular, who may do nothing further. */
const anyone: Actor = {
  kind: 'system',
  id: '00000000-0000-0000-0000-000000000001',
  name: 'Anyone',
  role: null,
  isAdmin: false,
  grants: new Set(),
  limits: new Map(),
  scope: { kind: 'store', ids: [] },
  sessionId: null,
}

/**
 * Lets a request in or throws, before its body is read: who it is, whether they may, whether they come too often.
 * Gives the context for the handler.
 */
export async function authorizeRequest(
  services: Services,
  endpoint: NamedEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Context> {
  const { permission } = endpoint.shape
  const actor = await identify(services, permission, request)
  if (permission !== 'public') payAs(services, request, actor)
  const { beforePasswordChange, beforeSecondFactor } = endpoint.shape
  if (!beforePasswordChange) allowOwnPassword(actor)
  if (!beforePasswordChange && !beforeSecondFactor) allowSecondFactor(actor)
  const ctx = contextOf(services, endpoint, request, reply, actor)
  permit(ctx, endpoint)
  refuseWhileViewing(actor, endpoint)
  requireProof(actor, endpoint)
  checkEndpointRate(ctx, endpoint)
  return ctx
}

/** Who sees the product as another changes nothing in it: what is no read is refused. */
function refuseWhileViewing({ viewing }: Actor, { method, shape: { whileViewing } }: NamedEndpoint): void {
  if (!viewing || method === 'GET' || whileViewing) return
  const as = viewing.person ? `${viewing.person.name}, ${viewing.roleName}` : viewing.roleName
  throw new Refusal('refused', {
    reason: 'viewing-as',
    message: `You are viewing as ${as}, to look only: end the view to change something.`,
  })
}

/** Who left a device behind has not left what is worth most: some of it takes a proof that is not old. Programs have none to give. */
function requireProof({ kind, isProved }: Actor, { shape: { proof } }: NamedEndpoint): void {
  if (!proof || kind !== 'staff' || isProved) return
  throw new Refusal('unproved', {
    reason: 'proof-needed',
    message: 'Confirm first that it is you: your last proof is older than ten minutes.',
  })
}

async function identify(services: Services, access: Access, request: FastifyRequest): Promise<Actor> {
  if (access === 'public') return anyone
  const credential = readCredential(request.raw)
  if (isChannelScope(access)) {
    const actor = credential === null ? null : await authenticateChannel(services, credential, request.ip)
    return actor ?? refuseChannel(credential)
  }
  const isAttended = request.headers['x-unattended'] !== 'true'
  const actor = credential === null ? null : await authenticateStaff(services, credential, { isAttended })
  return actor ?? sessionOver()
}

function permit(ctx: Context, endpoint: NamedEndpoint): void {
  const { parties } = endpoint.shape
  const lacked = lackedFor(ctx, endpoint)
  if (!lacked && (!parties || speaksFor(ctx, parties))) return
  payForRefusal(ctx.services, ctx.actor)
  if (!lacked && parties) speakAs(ctx, ...parties)
  if (!lacked) return
  if (!isChannelScope(lacked)) notPermitted(lacked)
  throw new Refusal('not-permitted', {
    reason: 'missing-scope',
    message: `This key does not carry the scope ${lacked}.`,
    fields: { scope: lacked },
  })
}

function contextOf(services: Services, endpoint: NamedEndpoint, request: FastifyRequest, reply: FastifyReply, actor: Actor): Context {
  return {
    services,
    actor,
    db: services.db,
    clock: services.clock,
    log: request.log,
    requestId: request.id,
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? null,
    device: deviceOf(request, reply),
    ...(endpoint.shape.signedIn && { signature: (header: string) => signatureOf(request, header) }),
    operation: endpoint.name,
    idempotency: null,
  }
}

const longestSignature = 2000

function signatureOf({ headers }: FastifyRequest, name: string): string | null {
  const sent = headers[name]
  return typeof sent === 'string' && sent.length <= longestSignature ? sent : null
}

function isChannelScope(access: Access): access is ChannelScope {
  return access.startsWith('channel:')
}

function refuseChannel(credential: string | null): never {
  throw new Refusal('credentials', {
    reason: credential === null ? 'key-missing' : 'key-unknown',
    message: credential === null ? 'This needs a channel key in the header x-api-key.' : 'The channel key is unknown or was revoked.',
  })
}

function sessionOver(): never {
  throw new Refusal('session-over', { reason: 'session-over', message: 'Your session has expired! Please login to continue.' })
}
