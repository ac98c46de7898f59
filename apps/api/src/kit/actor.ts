import type { ChannelKind, ChannelScope, Permission } from '@larder/contract'

/**
 * How far an actor reaches. Every list, get, write, export and socket room is cut to it in the query. `channel`: what came in by this
 * key alone.
 */
export type Scope = { kind: 'all' } | { kind: 'branch' | 'store' | 'channel'; ids: readonly string[] }

/** Who acts: a member of staff with a session, an outside program with a key, or the system itself. */
export interface Actor {
  kind: 'staff' | 'channel' | 'system'
  id: string
  name: string
  /** Key of the role; null for channels and the system. */
  role: string | null
  isAdmin: boolean
  grants: ReadonlySet<Permission | ChannelScope>
  /** The most that one act of a permission may move, in minor units; absent = no limit. */
  limits: ReadonlyMap<Permission, number>
  scope: Scope
  /** What a channel's key was made for, which says for whom it may speak; absent of everybody else. */
  channelKind?: ChannelKind
  sessionId: string | null
  /** The password is one that somebody else has seen: it opens nothing but its own change. */
  mustChangePassword?: boolean
}
