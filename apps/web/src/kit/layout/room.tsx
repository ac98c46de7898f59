import { type ReactNode, useEffect, useRef, useState } from 'react'
import { keepStored } from '#api/stored.ts'
import './room.css'

/** Pixels that something takes, margins and all: beside a menu, and on a phone. */
export type Height = readonly [desk: number, phone: number]

interface RoomProps {
  /** What is in it, as this device keeps how high that was. */
  name: string
  /** How high it is as long as nobody has seen it here. */
  first: Height
  children: ReactNode
}

// What waits, and what went wrong, is not what will be here.
const passing = '.skeleton, .bone, .told'

/** What comes later than the rows below it has its room from the first frame on: as high as it was the last time. What turns out lower leaves the rest free. */
export function Room({ name, first, children }: RoomProps) {
  const [isPhone] = useState(() => matchMedia('(max-width: 599px)').matches)
  const key = `larder.room.${isPhone ? 'phone' : 'desk'}.${name}`
  const content = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(() => Number(localStorage.getItem(key) ?? first[isPhone ? 1 : 0]) || 0)
  useEffect(() => {
    const { current } = content
    if (!current) return
    const observer = new ResizeObserver(() => {
      if (current.querySelector(passing)) return
      // Only what it is by itself: whatever somebody opens in it later is theirs to close.
      observer.disconnect()
      keepStored(localStorage, key, String(current.offsetHeight))
      setHeight((before) => Math.max(before, current.offsetHeight))
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [key])
  return (
    <div className="room" style={{ ['--room' as string]: `${height}px` }}>
      <div ref={content}>{children}</div>
    </div>
  )
}
