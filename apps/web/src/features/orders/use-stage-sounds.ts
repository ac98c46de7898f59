import { boardStages, type OrderBoard } from '@larder/contract'
import { useEffect, useRef } from 'react'
import { useOrderStatusStyles } from '#entities/order/order-status.tsx'
import { orderSound, useSoundMute } from '#kit/sound.ts'

/** Sounds once as an order gets to a stage that has a sound, unless muted. What waits for its store sounds on every page, until it is handled. */
export function useStageSounds(board: OrderBoard): void {
  const styleOf = useOrderStatusStyles()
  const { isMuted } = useSoundMute()
  const seen = useRef<ReadonlyMap<string, string> | null>(null)
  useEffect(() => {
    const now = new Map(board.columns.flatMap(({ key, cards }) => cards.map(({ id }) => [id, key] as const)))
    const before = seen.current
    seen.current = now
    if (!before || isMuted) return
    const come = board.columns.filter(
      ({ key, cards }) => key !== 'pending' && cards.some(({ id }) => before.has(id) && before.get(id) !== key),
    )
    for (const { key } of come) {
      const { sound } = styleOf(boardStages[key])
      if (sound) orderSound.once(sound)
    }
  }, [board, isMuted, styleOf])
}
