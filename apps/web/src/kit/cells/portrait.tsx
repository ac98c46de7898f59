import { useState } from 'react'
import { usePicture } from '#api/pictures.ts'
import { initialsOf } from '../words.ts'
import './picture.css'

interface PortraitProps {
  name: string
  /** Null where there is none. */
  imageId: string | null
  /** Pixels of both sides. */
  size?: number
}

/** A person beside their name: their picture, or two letters where there is none that can be shown. */
export function Portrait({ name, imageId, size = 32 }: PortraitProps) {
  const src = usePicture(imageId, 'small')
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <span className="portrait" aria-hidden style={{ width: size, height: size }}>
      {src && src !== broken ? <img src={src} alt="" onError={() => setBroken(src)} /> : initialsOf(name)}
    </span>
  )
}
