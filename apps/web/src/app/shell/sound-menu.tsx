import { IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { useCan, useZone } from '#kit/access/access.tsx'
import { useFormat } from '#kit/format.ts'
import { Menu } from '#kit/layout/menu.tsx'
import { useSoundMute } from '#kit/sound.ts'
import { useSoundActs } from './use-sound-acts.ts'

/** The order sound: on, or muted by whom and until when. */
export function SoundMenu() {
  const mayHandle = useCan('order.operate')
  const zone = useZone()
  const format = useFormat()
  const { isMuted, mutedBy, until } = useSoundMute()
  const acts = useSoundActs()
  if (!mayHandle) return null
  const label = isMuted && until ? `Order sound muted by ${mutedBy} until ${format.instant(until, 'time', zone)}` : 'Order sound is on'
  const entries = acts.map(({ label: words, isUndoing, run }) => ({
    key: words,
    label: words,
    onSelect: run,
    ...(isUndoing && { hint: label }),
  }))
  return <Menu label={label} icon={isMuted ? IconVolumeOff : IconVolume} entries={entries} />
}
