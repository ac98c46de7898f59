import { type Instant, isInstant, msOf, type StatusSound } from '@larder/contract'
import { useSyncExternalStore } from 'react'
import { keepStored } from '#api/stored.ts'
import { useNow } from './use-now.ts'

/** Until the sound of an order that waits is asked for again. */
const soonMs = 5000

type Player = typeof import('./sound-player.ts').soundPlayer
let player: Player | null = null
/** What is to be heard until it is stopped. */
let repeated: StatusSound | null = null

/** The sounds of orders. The code that makes them comes with the first one. */
export const orderSound = {
  /** Of an unhandled order: repeated until it is stopped. */
  start(sound: StatusSound): void {
    repeated = sound
    play((by) => repeated === sound && by.start(sound))
  },
  once: (sound: StatusSound): void => play((by) => by.once(sound)),
  stop(): void {
    repeated = null
    player?.stop()
  },
}

function play(act: (by: Player) => unknown): void {
  if (player) return void act(player)
  import('./sound-player.ts')
    .then(({ soundPlayer }) => {
      player = soundPlayer
      act(player)
    })
    .catch((cause: unknown) => {
      console.error('The order sound could not be loaded', cause)
      // An order that waits is to be heard as soon as the server is back.
      setTimeout(() => repeated && orderSound.start(repeated), soonMs)
    })
}

const key = 'larder.sound-mute'
interface Mute {
  by: string
  until: Instant
}

function storedMute(): string {
  return localStorage.getItem(key) ?? ''
}

const listeners = new Set<() => void>()
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function muteIn(text: string): Mute | null {
  try {
    const { by, until } = JSON.parse(text) as Partial<Mute>
    return by && until && isInstant(until) ? { by, until } : null
  } catch {
    return null
  }
}

/** Whether the sound is muted on this device, by whom and until when; every tab agrees. */
export function useSoundMute() {
  const stored = muteIn(useSyncExternalStore(subscribe, storedMute))
  const now = useNow()
  const isMuted = stored !== null && msOf(stored.until) > msOf(now)
  const store = (text: string) => {
    keepStored(localStorage, key, text)
    for (const listener of listeners) listener()
  }
  return {
    isMuted,
    mutedBy: isMuted ? stored.by : null,
    until: isMuted ? stored.until : null,
    mute: (by: string, until: Instant) => store(JSON.stringify({ by, until })),
    unmute: () => store(''),
  }
}
