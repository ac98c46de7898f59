import type { StatusSound } from '@larder/contract'

const everyMs = 2500
interface Tone {
  /** In Hz. */
  frequency: number
  /** In seconds from its start. */
  at: number
}
/** Heard over a kitchen, not a siren. The first is two rising tones and a third. */
const sounds: Readonly<Record<StatusSound, readonly Tone[]>> = {
  'new-order': [
    { frequency: 660, at: 0 },
    { frequency: 880, at: 0.18 },
    { frequency: 1320, at: 0.36 },
  ],
  bell: [
    { frequency: 1568, at: 0 },
    { frequency: 1175, at: 0.24 },
  ],
  knock: [
    { frequency: 220, at: 0 },
    { frequency: 220, at: 0.16 },
  ],
}

let context: AudioContext | null = null
let timer: ReturnType<typeof setInterval> | undefined

function play(sound: StatusSound): void {
  // A page may sound only after a click or a key; until then the next one tries again.
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
  for (const { frequency, at } of sounds[sound]) {
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

/** The sounds of orders, synthesised. */
export const soundPlayer = {
  /** Of an unhandled order: repeated until it is stopped. */
  start(sound: StatusSound): void {
    if (timer !== undefined || typeof AudioContext === 'undefined') return
    play(sound)
    timer = setInterval(() => play(sound), everyMs)
  },
  once(sound: StatusSound): void {
    if (typeof AudioContext !== 'undefined') play(sound)
  },
  stop(): void {
    clearInterval(timer)
    timer = undefined
  },
}
