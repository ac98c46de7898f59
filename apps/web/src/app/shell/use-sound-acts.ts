import { addMinutes, currentInstant } from '@larder/contract'
import { useCan, useMe } from '#kit/access/access.tsx'
import { useSoundMute } from '#kit/sound.ts'

const lengths = [
  { words: 'for 15 minutes', minutes: 15 },
  { words: 'for 1 hour', minutes: 60 },
  { words: 'for 8 hours', minutes: 480 },
]

interface SoundAct {
  label: string
  /** It ends what is muted now. */
  isUndoing: boolean
  run: () => void
}

/** What can be done with the order sound now, by whoever handles orders. */
export function useSoundActs(): readonly SoundAct[] {
  const mayHandle = useCan('order.operate')
  const { name } = useMe()
  const { isMuted, mute, unmute } = useSoundMute()
  if (!mayHandle) return []
  const muting = lengths.map(({ words, minutes }) => ({
    label: `Mute ${words}`,
    isUndoing: false,
    run: () => mute(name, addMinutes(currentInstant(), minutes)),
  }))
  return isMuted ? [{ label: 'Turn the order sound on', isUndoing: true, run: unmute }, ...muting] : muting
}
