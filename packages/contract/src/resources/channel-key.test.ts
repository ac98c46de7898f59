import { expect, test } from 'vitest'
import { type ChannelKind, type ChannelParty, channelKinds, channelScopes, scopesOfKind } from '../channel-access.ts'
import { channelContract } from './channel.ts'

test.each(Object.keys(channelKinds) as ChannelKind[])(
  'a key of the kind %s has a use for the scopes of what its parties may call',
  (kind) => {
    const own: readonly ChannelParty[] = channelKinds[kind]
    const callable = Object.values(channelContract).filter(({ shape: { parties } }) => parties.some((party) => own.includes(party)))
    expect(scopesOfKind(kind)).toEqual(channelScopes.filter((scope) => callable.some(({ shape }) => shape.permission === scope)))
  },
)
