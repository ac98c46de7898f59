import type { StatusSound } from '@larder/contract'
import { useEffect, useState } from 'react'
import { orderSound, useSoundMute } from '#kit/sound.ts'

const lock = 'larder.order-sound'
/** Absent where the page did not come over a safe connection. */
const locks: LockManager | null | undefined = navigator.locks

/** Sounds while there are unhandled orders, in one tab only however many are open, unless muted or made silent (null). */
export function useOrderSound(unhandled: number, sound: StatusSound | null): void {
  const isChosen = useChosenTab()
  const { isMuted } = useSoundMute()
  const isOn = unhandled > 0 && isChosen && !isMuted
  useEffect(() => {
    if (!isOn || sound === null) return
    orderSound.start(sound)
    return orderSound.stop
  }, [isOn, sound])
}

/** True in the one tab that holds the lock; another takes over when it closes. */
function useChosenTab(): boolean {
  const [isChosen, setChosen] = useState(!locks)
  useEffect(() => {
    if (!locks) return
    const leave = new AbortController()
    const { promise, resolve } = Promise.withResolvers<void>()
    locks
      .request(lock, { signal: leave.signal }, () => {
        setChosen(true)
        return promise
      })
      .catch((cause: unknown) => !leave.signal.aborted && console.error('The order sound could not be agreed between tabs', cause))
    return () => {
      leave.abort()
      resolve()
    }
  }, [])
  return isChosen
}
