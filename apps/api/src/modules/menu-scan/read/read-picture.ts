import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { createWorker, PSM, type Worker } from 'tesseract.js'
import { isAmount, unreadSigns } from './currency-sign.ts'
import { drawnMarks } from './drawn-marks.ts'
import { erase, leadersOf, letterHeight, shapesOf } from './ink-shapes.ts'
import { blackOnWhite, evenLight, type Grey, levelled, turnedLevel } from './level-page.ts'
import type { PageWords, Word } from './page.ts'

/** Pixels of the longer side at which a page is read: letters of a menu are some 25 high there. */
const LONGEST = 2400
const LONGEST_SHOWN = 1800
/** As many as the best cameras of phones make. */
const MOST_PIXELS = 40_000_000
const NOISY = 9
/** Dots and dashes that lead to a price are fainter than letters. */
const FAINT = 200

export class Unreadable extends Error {}

/** Reads a picture of a page: level, in even light, without what says nothing; with the picture as people are to see it. */
export async function readPicture(bytes: Uint8Array): Promise<PageWords & { picture: Uint8Array }> {
  const { width: wide, height: high } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (wide * high > MOST_PIXELS) throw new Unreadable(`has ${wide} by ${high} pixels; at most ${MOST_PIXELS / 1e6} million are allowed`)
  const upright = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' }).autoOrient().flatten({ background: '#fff' })
  const sized = upright.resize({ width: LONGEST, height: LONGEST, fit: 'inside' }).toColourspace('srgb')
  const { data, info } = await sized.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const lit = blackOnWhite(evenLight(await quiet({ width, height, data: greyOf(data, info.channels) })))
  const { page, slope } = turnedLevel(lit)
  const colours = slope === null ? data : levelled({ width, height, channels: info.channels, data }, slope)
  const { words, marks } = await readWords(page, { width, height, data: colours })
  const shown = sharp(colours, { raw: { width, height, channels: info.channels as 3 } })
  const { data: picture, info: size } = await shown
    .resize({ width: LONGEST_SHOWN, height: LONGEST_SHOWN, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 72 })
    .toBuffer({ resolveWithObject: true })
  const scaled = <B extends Word | PageWords['marks'][number]>(box: B): B => scale(box, size.width / width)
  return { picture, width: size.width, height: size.height, words: words.map(scaled), marks: marks.map(scaled) }
}

function greyOf(data: Uint8Array, channels: number): Uint8Array {
  if (channels === 1) return data
  const grey = new Uint8Array(data.length / channels)
  for (let at = 0; at < grey.length; at++) {
    const from = at * channels
    grey[at] = ((data[from] as number) * 77 + (data[from + 1] as number) * 150 + (data[from + 2] as number) * 29) >> 8
  }
  return grey
}

/** The page without grain, where it has much: how far pixels lie from what their neighbours say. */
async function quiet(page: Grey): Promise<Grey> {
  const { width, height, data } = page
  const away: number[] = []
  for (let y = 2; y < height - 2; y += 7)
    for (let x = 2; x < width - 2; x += 7) {
      const at = y * width + x
      const around = (data[at - 1] as number) + (data[at + 1] as number) + (data[at - width] as number) + (data[at + width] as number)
      away.push(Math.abs((data[at] as number) - around / 4))
    }
  const noise = away.sort((a, b) => a - b)[Math.floor(away.length / 2)] ?? 0
  if (noise < NOISY) return page
  const still = await sharp(data, { raw: { width, height, channels: 1 } })
    .median(3)
    .greyscale()
    .raw()
    .toBuffer()
  return { width, height, data: still }
}

async function readWords(
  page: Grey,
  colours: { width: number; height: number; data: Uint8Array },
): Promise<Pick<PageWords, 'words' | 'marks'>> {
  const shapes = shapesOf(page)
  const letter = letterHeight(shapes)
  const marks = drawnMarks(colours, shapes, letter)
  erase(page, [...leadersOf(shapesOf(page, FAINT)), ...marks.map(({ shape }) => shape)])
  const worker = await startReader()
  try {
    const words = await recognise(worker, page)
    const signs = unreadSigns(page, shapes, words)
    const read = signs.length === 0 ? words : await readAmountsAgain(worker, page, words, signs)
    return { words: read, marks: marks.map(({ mark, shape: { left, top, right, bottom } }) => ({ mark, left, top, right, bottom })) }
  } finally {
    await worker.terminate()
  }
}

async function startReader(): Promise<Worker> {
  // Named by its package: else it would be fetched from afar.
  const langPath = join(dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json')), '4.0.0_best_int')
  const worker = await createWorker('eng', 1, { langPath, gzip: true, cacheMethod: 'none' })
  await worker.setParameters({ tessedit_pageseg_mode: PSM.SPARSE_TEXT, user_defined_dpi: '300' })
  return worker
}

async function recognise(worker: Worker, { width, height, data }: Grey): Promise<Word[]> {
  const png = await sharp(data, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const { data: found } = await worker.recognize(png, {}, { blocks: true })
  const lines = (found.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.lines))
  return lines.flatMap((line) =>
    line.words.flatMap(({ text, confidence, bbox: { x0, y0, x1, y1 } }) =>
      text.trim() === '' ? [] : [{ text: text.trim(), confidence: confidence / 100, left: x0, top: y0, right: x1, bottom: y1 }],
    ),
  )
}

/** Reads amounts once more, without the sign before them, and nothing else of the page. */
async function readAmountsAgain(worker: Worker, page: Grey, words: Word[], signs: ReturnType<typeof unreadSigns>): Promise<Word[]> {
  const { width, height, data } = page
  const alone: Grey = { width, height, data: new Uint8Array(width * height).fill(255) }
  for (const { word, shape } of signs) {
    const room = Math.round((word.bottom - word.top) * 0.3)
    for (let y = Math.max(0, word.top - room); y < Math.min(height, word.bottom + room); y++)
      alone.data.set(data.subarray(y * width + shape.right, y * width + Math.min(width, word.right + room)), y * width + shape.right)
  }
  const again = await recognise(worker, alone)
  const replaced = new Map(
    signs.flatMap(({ word, shape }) => {
      const middle = (word.top + word.bottom) / 2
      const parts = again.filter(
        ({ left, right, top, bottom }) => top < middle && bottom > middle && right > shape.right && left < word.right,
      )
      const text = parts.map(({ text }) => text).join('')
      const read = { ...word, left: shape.right, text, confidence: Math.min(...parts.map(({ confidence }) => confidence)) }
      return parts.length > 0 && isAmount(read) ? [[word, read] as const] : []
    }),
  )
  return words.map((word) => replaced.get(word) ?? word)
}

function scale<B extends { left: number; top: number; right: number; bottom: number }>(box: B, by: number): B {
  const at = (edge: number) => Math.round(edge * by)
  return { ...box, left: at(box.left), top: at(box.top), right: at(box.right), bottom: at(box.bottom) }
}
