import { join } from 'node:path'
import { invalid } from '../errors.ts'
import type { Picture, PictureRead } from './picture-reader.ts'
import { createReader } from './reader.ts'

// A decoded picture takes a few hundred megabytes for a moment, beside the heap, and two seconds of an idle core at most; the clock on the
// wall counts what else the machine does, too.
const ask = createReader<Uint8Array, PictureRead>(
  join(import.meta.dirname, 'picture-reader.ts'),
  { heap: 64, time: 20_000 },
  { reason: 'pictures-busy', message: 'Too many pictures are being processed. Please try again in a moment.' },
)

/**
 * Makes of a stranger's PNG, JPEG or WebP a picture of our own: WebP, upright, at most 1,600 pixels long, without anything but the picture,
 * and a small one of at most 160. 422 on `body` for one that can't be read, 503 `pictures-busy` when too many wait.
 */
export async function readPicture(bytes: Uint8Array): Promise<Picture> {
  const answer = await ask(bytes)
  return 'picture' in answer ? answer.picture : invalid({ body: answer.refusal }, { message: `The picture ${answer.refusal}.` })
}
