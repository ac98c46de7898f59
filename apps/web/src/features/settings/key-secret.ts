import type { channelKeyContract, Output } from '@larder/contract'
import type { Told } from '#kit/actions/told-once.tsx'

const useIt =
  'Enter it in the settings of the program, which sends it as the header x-api-key with every request below /api/channel. What it may call stands at /api/docs.'

/** The secret that a creation or a rotation answered with, and what to do with it. */
export function secretOf(answer: unknown): Told {
  const { channelKey, secret } = answer as Output<typeof channelKeyContract.rotate>
  const words = channelKey.formerEndsAt ? `${useIt} The one before opens as well, for as long as you chose.` : useIt
  return { title: `Key of ${channelKey.name}`, words, label: 'Key', secret }
}
