import { addMinutes, currentInstant } from '@larder/contract'
import { IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { useCan, useMe, useZone } from '#kit/access/access.tsx'
import { useFormat } from '#kit/format.ts'
import { Menu } from '#kit/layout/menu.tsx'
import type { MenuEntry } from '#kit/layout/menu-list.tsx'
import { useSoundMute } from '#kit/sound.ts'

const lengths = [
  { label: 'for 15 minutes', minutes: 15 },
  { label: 'for 1 hour', minutes: 60 },
  { label: 'for 8 hours', minutes: 480 },
]

/** The order sound: on, or muted by whom and until when. */
export function SoundMenu() {
  const mayHandle = useCan('order.operate')
  const { name } = useMe()
  const zone = useZone()
  const format = useFormat()
  const { isMuted, mutedBy, until, mute, unmute } = useSoundMute()
  if (!mayHandle) return null
  const label = isMuted && until ? `Order sound muted by ${mutedBy} until ${format.instant(until, 'time', zone)}` : 'Order sound is on'
  const unmuting: MenuEntry[] = isMuted ? [{ key: 'on', label: 'Turn the order sound on', hint: label, onSelect: unmute }] : []
  const muting = lengths.map(({ label: words, minutes }) => ({
    key: words,
    label: `Mute ${words}`,
    onSelect: () => mute(name, addMinutes(currentInstant(), minutes)),
  }))
  return <Menu label={label} icon={isMuted ? IconVolumeOff : IconVolume} entries={[...unmuting, ...muting]} />
}
