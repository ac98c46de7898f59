import { lazily } from '../lazily.tsx'
import { initialsOf } from '../words.ts'
import './portrait.css'

// What shows one is fetched where somebody has one.
const Shown = lazily(() => import('./portrait-picture.tsx').then((module) => module.PortraitPicture))

interface PortraitProps {
  name: string
  /** Null where there is none. */
  imageId: string | null
  /** Pixels of both sides. */
  size?: number
}

/** A person beside their name: two letters, and over them their picture once it can be shown. */
export function Portrait({ name, imageId, size = 32 }: PortraitProps) {
  return (
    <span className="portrait" aria-hidden style={{ width: size, height: size }}>
      {initialsOf(name)}
      {imageId && <Shown id={imageId} />}
    </span>
  )
}
