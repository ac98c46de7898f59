import { useState } from 'react'
import { usePicture } from '#api/pictures.ts'

/** A kept picture; nothing where it cannot be shown. */
export function PortraitPicture({ id }: { id: string }) {
  const src = usePicture(id, 'small')
  const [broken, setBroken] = useState<string | null>(null)
  return src && src !== broken && <img src={src} alt="" onError={() => setBroken(src)} />
}
