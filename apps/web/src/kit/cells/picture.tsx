import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import './picture.css'

interface PictureProps {
  /** Null where there is none, or while it is fetched. */
  src: string | null
  /** Pixels of both sides. */
  size: number
  /** All of it is shown, as of a document, with room beside it where it is no square. */
  isWhole?: boolean
}

/** A picture beside the words that name it, cut to a square; a quiet mark where there is none that can be shown. */
export function Picture({ src, size, isWhole = false }: PictureProps) {
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <span className={isWhole ? 'picture whole' : 'picture'} style={{ width: size, height: size }}>
      {src && src !== broken ? (
        <img src={src} alt="" onError={() => setBroken(src)} />
      ) : (
        <IconPhoto size={size / 2} stroke={1.5} aria-hidden />
      )}
    </span>
  )
}
