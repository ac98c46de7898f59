import { keysOf } from './values/collection.ts'

/** What the scopes of a channel key open; the API's other door. */
export const channelScopeWords = {
  'channel:orders': 'read orders, and place them for customers',
  'channel:order-events': 'say what a store, rider or customer does with an order',
  'channel:riders': 'read riders and tell where they are',
  'channel:carts': 'tell what happens in carts',
  'channel:devices': 'register push tokens',
  'channel:reviews': 'bring in reviews and feedback',
  'channel:machines': 'read tills, printers and tablets, and tell that they are alive',
  'channel:quotes': 'price baskets',
  'channel:catalogue': 'read stores and menus',
  'channel:stores': 'keep the menus of stores, and say whether they are open',
} as const
export type ChannelScope = keyof typeof channelScopeWords
export const channelScopes = /* @__PURE__ */ keysOf(channelScopeWords)

/** Whom a program may speak for on a live order. */
export const channelParties = ['customer', 'store', 'rider'] as const
export type ChannelParty = (typeof channelParties)[number]

/** What a channel key was made for, and for whom its program may therefore speak. */
export const channelKinds = {
  'customer-app': ['customer'],
  'store-app': ['store'],
  till: ['store'],
  'rider-app': ['rider'],
  simulator: channelParties,
} as const satisfies Record<string, readonly ChannelParty[]>
export type ChannelKind = keyof typeof channelKinds

/** The scopes that each party has a use for: those of the endpoints that it may call, which a test holds them against. */
const partyScopes: Readonly<Record<ChannelParty, readonly ChannelScope[]>> = {
  customer: [
    'channel:orders',
    'channel:order-events',
    'channel:carts',
    'channel:devices',
    'channel:reviews',
    'channel:quotes',
    'channel:catalogue',
  ],
  store: ['channel:orders', 'channel:order-events', 'channel:devices', 'channel:machines', 'channel:catalogue', 'channel:stores'],
  rider: ['channel:orders', 'channel:order-events', 'channel:riders', 'channel:devices', 'channel:catalogue'],
}

/** The scopes that a kind of key has a use for. */
export function scopesOfKind(kind: ChannelKind): ChannelScope[] {
  return channelScopes.filter((scope) => channelKinds[kind].some((party) => partyScopes[party].includes(scope)))
}

/** What a channel key speaks for, and so all that it reaches. */
export const channelReachLabels = { own: 'What came in by it', branch: 'Branches', store: 'Stores' } as const
export type ChannelReach = keyof typeof channelReachLabels

/** Which reach a new key of each kind may have; the first is what is offered. */
export const channelReaches = {
  'customer-app': ['own'],
  'store-app': ['store', 'branch'],
  till: ['store', 'branch'],
  'rider-app': ['branch'],
  simulator: ['own'],
} as const satisfies Record<ChannelKind, readonly [ChannelReach, ...ChannelReach[]]>
