import type { ChannelKind, ChannelScope, Currency, Permission, Viewing } from '@larder/contract'

/**
 * How far an actor reaches. Every list, get, write, export and socket room is cut to it in the query. `channel`: what came in by this
 * key alone; a key that speaks for stores or branches has their scope, as staff do.
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
  /** The most that one act of a permission may move, in minor units of `limitsIn`; absent = no limit. */
  limits: ReadonlyMap<Permission, number>
  /** The installation's currency; absent of who has no limits. */
  limitsIn?: Currency
  scope: Scope
  /** Ids of the roles whose people's accounts are all that this lead of a team sees; absent where the scope alone decides. */
  team?: readonly string[]
  /** Set while they see the product as another, read-only: `role`, `isAdmin`, `grants`, `limits`, `scope` and `team` are then what both have. */
  viewing?: Viewing
  /** What a channel's key was made for, which says for whom it may speak; absent of everybody else. */
  channelKind?: ChannelKind
  /** How many requests a minute its key takes, where that is not what every key takes. */
  perMinute?: number
  sessionId: string | null
  /** They proved who they are within the last `proofMinutes`; of who acts without a session nobody asks it. */
  isProved?: boolean
  /** The password is one that somebody else has seen: it opens nothing but its own change. */
  mustChangePassword?: boolean
  /** The installation asks two-step sign-in of them, and they have none: nothing but setting it up is open. */
  mustAddSecondFactor?: boolean
}
