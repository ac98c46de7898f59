import { channelContract, type Input, newId } from '@larder/contract'
import type { Channel } from './channel.ts'

type Owner = Input<typeof channelContract.device>['body']['ownerKind']

/** Phones and tablets whose apps can be pushed to. */
export interface Devices {
  /** Registers somebody's device, once in this run; `ownerId` is null for guests: customers, who are known by their phone alone. */
  register(ownerKind: Owner, name: string, ownerId: string | null): Promise<void>
}

export function createDevices(channel: Channel): Devices {
  const registered = new Set<string>()
  return {
    async register(ownerKind, name, ownerId) {
      const pushToken = `simulated-${ownerKind}-${name}`
      if (registered.has(pushToken)) return
      registered.add(pushToken)
      const body = { ownerKind, ownerId, platform: 'android', pushToken, appVersion: '3.4.0' } as const
      await channel.insist(channelContract.device, { body }, newId())
    },
  }
}
