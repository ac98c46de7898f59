import { channelContract } from '@larder/contract'
import { pause } from './channel.ts'
import type { Town } from './town.ts'

const roundMs = 120_000
const troubledMs = 10_000

/** Lets the tills, printers and tablets of attended stores say that they are alive, one after the other, each every two minutes. */
export async function playMachines({ channel, shops, signal }: Town): Promise<never> {
  for (;;) {
    const answer = await channel.call(channelContract.machines, {})
    const attended = await shops.attended()
    const machines = answer.ok ? answer.value.filter(({ storeId }) => attended.has(storeId)) : []
    if (machines.length === 0) await pause(troubledMs, signal)
    for (const { id } of machines) {
      await channel.call(channelContract.heartbeat, { params: { id }, body: { appVersion: '4.12.0' } })
      await pause(roundMs / machines.length, signal)
    }
  }
}
