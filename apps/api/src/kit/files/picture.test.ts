import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pngOf } from '../../../test/pictures.ts'
import { readPicture } from './picture.ts'

const tasks = `/proc/${process.pid}/task`

/** Ends the process that reads a picture as soon as there is one. */
async function strike(signal: NodeJS.Signals): Promise<void> {
  const readers = () => readdirSync(tasks).flatMap((task) => readFileSync(`${tasks}/${task}/children`, 'utf8').split(' ').filter(Boolean))
  await expect.poll(() => readers().length, { interval: 2 }).toBe(1)
  for (const pid of readers()) process.kill(Number(pid), signal)
}

// Only Linux tells whose child a process is without another program.
test.skipIf(!existsSync(tasks)).each([
  ['SIGSEGV', 'cannot be read'],
  ['SIGKILL', 'takes too long to read'],
] as const)('a picture that ends its reader by %s ends nothing else', async (signal, words) => {
  const picture = readPicture(pngOf({ width: 6000, height: 6000 }))
  await Promise.all([expect(picture).rejects.toMatchObject({ kind: 'invalid', fields: { body: words } }), strike(signal)])
  expect(await readPicture(pngOf())).toMatchObject({ width: 8, height: 8 })
})

test('the largest that is kept comes over whole', async () => {
  const noise = await sharp(randomBytes(1600 * 1600 * 3), { raw: { width: 1600, height: 1600, channels: 3 } })
    .jpeg()
    .toBuffer()
  const { bytes, small } = await readPicture(noise)
  expect(bytes.length).toBeGreaterThan(1_000_000)
  expect(await sharp(bytes).stats()).toMatchObject({ channels: { length: 3 } })
  expect((await sharp(small).metadata()).width).toBe(160)
})
