import { usePicture } from '#api/pictures.ts'
import { Picture } from './picture.tsx'

/** A kept picture in small; the quiet mark without one. */
export function SmallPicture({ id, size }: { id: string | null; size: number }) {
  return <Picture src={usePicture(id, 'small')} size={size} />
}
