import * as z from 'zod/mini'
import { type ChannelKind, channelReachLabels, channelScopes } from '../channel-access.ts'
import { contract, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { byId, Named } from '../page.ts'
import type { PermissionRow } from '../permission-row.ts'
import { enumOf, list } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { Version, whole } from '../values/number.ts'
import { text } from '../values/text.ts'
import { recordContract } from './record.ts'

export const channelKeyPermission = {
  label: 'Channel keys',
  verbs: ['view', 'create', 'edit', 'operate'],
  roles: {},
  after: 'staff',
} as const satisfies PermissionRow
declare module '../permissions.ts' {
  interface PermissionTable {
    'channel-key': typeof channelKeyPermission
  }
}

/** Whose program a key is in. */
export const channelKindLabels = {
  'customer-app': 'Customer app',
  'store-app': 'Store app',
  till: 'Till',
  'rider-app': 'Rider app',
  simulator: 'Simulator',
} as const satisfies Record<ChannelKind, string>

export const channelKeyStatusLabels = { open: 'Open', revoked: 'Revoked' } as const
export const ChannelKeyStatus = enumOf(channelKeyStatusLabels)
export type ChannelKeyStatus = z.infer<typeof ChannelKeyStatus>

/** The most days for which a key's former secret opens beside the new one. */
export const mostOverlapDays = 7

const keys = /* @__PURE__ */ recordContract('channel-key', '/channel-keys', {
  permission: 'channel-key',
  access: channelKeyPermission,
  proof: 'recent',
  draft: {
    name: text({ max: 60 }),
    /** Requests a minute; null for what the installation gives every key. */
    perMinute: z.nullable(whole(1, 1_000_000)),
  },
  once: {
    kind: enumOf(channelKindLabels),
    reach: enumOf(channelReachLabels),
    /** The branches or stores of its reach; none for what came in by it. */
    placeIds: list(idOf('place'), 200),
    /** What it may call; a scope of which no program of its kind may call anything is refused. */
    scopes: list(z.enum(channelScopes), channelScopes.length, 1),
  },
  extra: {
    places: z.array(Named),
    status: ChannelKeyStatus,
    lastUsedAt: z.nullable(Instant),
    /** The address that it was last used from. */
    lastUsedFrom: z.nullable(z.string()),
    /** Until when the secret before the last rotation opens as well. */
    formerEndsAt: z.nullable(Instant),
  },
  filterBy: ['kind', 'status'],
  sorts: ['name', 'createdAt'],
  acts: {
    revoke: {
      permission: 'channel-key.operate',
      asks: { reason: text({ max: 200 }) },
      summary: 'revoke; whoever sends it is refused from now on, in every process',
    },
  },
})
/** A channel with its key, whose secret nobody can read again. */
export const ChannelKey = keys.get.shape.response
export type ChannelKey = z.infer<typeof ChannelKey>

const WithSecret = z.strictObject({ channelKey: ChannelKey, secret: z.string() })

/** What answers with a secret is never kept for a replay. */
export const channelKeyContract = /* @__PURE__ */ contract('channel-key', {
  ...keys,
  create: post('/channel-keys', {
    permission: 'channel-key.create',
    proof: 'recent',
    idempotent: false,
    body: keys.create.shape.body,
    response: WithSecret,
    summary: 'Make a channel with its key; the secret is shown once',
  }),
  rotate: post('/channel-keys/:id/rotate', {
    permission: 'channel-key.operate',
    proof: 'recent',
    idempotent: false,
    params: byId('channel-key'),
    body: z.strictObject({ version: Version, overlapDays: whole(0, mostOverlapDays) }),
    response: WithSecret,
    summary: 'Give a channel another secret, shown once; the one before it opens for some days more, or no longer',
  }),
})

export const channelKeyRefusals = {
  'not-found': { 'channel-key-not-found': 'No such channel key.' },
  refused: { 'key-revoked': 'The key was revoked: it stays so.' },
} as const satisfies Refusals
