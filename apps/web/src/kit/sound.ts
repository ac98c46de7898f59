import { type Instant, isInstant, msOf } from '@larder/contract'
import { useSyncExternalStore } from 'react'
import { useNow } from './use-now.ts'

const everyMs = 2500
/** Two rising tones and a third: heard over a kitchen, not a siren. Frequency in Hz, start in seconds. */
const tones = [
  { frequency: 660, at: 0 },
  { frequency: 880, at: 0.18 },
  { frequency: 1320, at: 0.36 },
]

let context: AudioContext | null = null
let timer: ReturnType<typeof setInterval> | undefined

function chime(): void {
  // A page may sound only after a click or a key; until then the next chime tries again.
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
  for (const { frequency, at } of tones) {
    const start = context.currentTime + at
    const oscillator = new OscillatorNode(context, { type: 'triangle', frequency })
    const gain = new GainNode(context, { gain: 0 })
    gain.gain.setValueAtTime(0, start)
    gain.gain.linearRampToValueAtTime(0.25, start + 0.02)
    gain.gain.exponentialRampToValueAtTime(0.001, start + 0.3)
    oscillator.connect(gain).connect(context.destination)
    oscillator.start(start)
    oscillator.stop(start + 0.32)
  }
}

/** The sound of an unhandled order: synthesised, repeated until it is stopped. */
export const orderSound = {
  start(): void {
    if (timer !== undefined || typeof AudioContext === 'undefined') return
    chime()
    timer = setInterval(chime, everyMs)
  },
  stop(): void {
    clearInterval(timer)
    timer = undefined
  },
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
    localStorage.setItem(key, text)
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
