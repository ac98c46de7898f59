import { fork } from 'node:child_process'
import { join } from 'node:path'
import { invalid } from '../errors.ts'
import { createSemaphore } from '../work/semaphore.ts'
import type { Picture, PictureAnswer } from './picture-reader.ts'

const READER = join(import.meta.dirname, 'picture-reader.ts')
const LIMIT_MS = 4500
// A decoded picture takes a few hundred megabytes for a moment: one at a time.
const inTurn = createSemaphore(
  { running: 1, waiting: 4 },
  { reason: 'pictures-busy', message: 'Too many pictures are being processed. Please try again in a moment.' },
)

/**
 * Makes of a stranger's PNG, JPEG or WebP a picture of our own: WebP, upright, at most 1,600 pixels long, without anything but the picture,
 * and a small one of at most 160. 422 on `body` for one that can't be read, 503 `pictures-busy` when too many wait.
 */
export async function readPicture(bytes: Uint8Array): Promise<Picture> {
  const answer = await inTurn(() => askReader(bytes))
  return 'picture' in answer ? answer.picture : invalid({ body: answer.refusal }, { message: `The picture ${answer.refusal}.` })
}

// A process of its own for each: whatever a picture does to the library that reads it ends there, and so does the memory it took.
function askReader(bytes: Uint8Array): Promise<PictureAnswer> {
  const reader = fork(READER, {
    execArgv: ['--max-old-space-size=64'],
    // Nothing of ours but what Windows starts no program without.
    env: { SystemRoot: process.env.SystemRoot },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
  })
  return new Promise((resolve, reject) => {
    reader.once('error', reject)
    reader.once('message', (answer: PictureAnswer) => resolve(answer))
    // Not at its exit: what it said last may still be on the way.
    reader.once('close', (code, signal) => {
      if (signal === null) reject(new Error(`the reader of pictures ended with ${code}`))
      else resolve({ refusal: signal === 'SIGKILL' ? 'takes too long to read' : 'cannot be read' })
    })
    reader.send(bytes)
  })
}
