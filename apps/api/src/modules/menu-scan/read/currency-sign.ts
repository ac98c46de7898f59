import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import { type Shape, shapesOf } from './ink-shapes.ts'
import type { Grey } from './level-page.ts'
import type { Word } from './page.ts'

const ACROSS = 10
const DOWN = 14
const ALIKE = 0.82
const FEWEST = 4
/** What a sign that the reader does not know is read as differs from price to price; a digit that many prices begin with is read alike. */
const MOST_ALIKE = 0.75

interface First {
  word: Word
  shape: Shape
  look: Float32Array
}

/**
 * The sign before amounts where the reader has no letter for it, as it has none for ₹ and reads a digit or nothing: the shape that most
 * amounts of the page begin with, by its looks. Empty where the amounts begin with digits.
 */
export function unreadSigns(page: Grey, shapes: readonly Shape[], words: readonly Word[]): { shape: Shape; word: Word }[] {
  const amounts = words.filter(isAmount)
  const firsts = amounts.flatMap((word) => {
    const shape = firstShape(shapes, word)
    return shape ? [{ word, shape, look: lookOf(page, shape) }] : []
  })
  if (firsts.length < FEWEST) return []
  const like = (first: First) => firsts.filter((other) => alike(first.look, other.look) >= ALIKE)
  const groups = firsts.map(like).sort((a, b) => b.length - a.length)
  const group = groups[0] ?? []
  if (group.length < Math.max(FEWEST, firsts.length * 0.6)) return []
  const digit = readAlike(group)
  if (digit !== null && group.filter(({ look }) => alike(look, drawnLook('₹')) > alike(look, drawnLook(digit))).length <= group.length / 2)
    return []
  return group.map(({ shape, word }) => ({ shape, word }))
}

/** Digits, with what a sign may be taken for before them and what stands after. */
export function isAmount({ text }: Word): boolean {
  return /^\D{0,2}\d[\d.,]*\D{0,3}$/.test(text) && (text.match(/\d/g)?.length ?? 0) >= 2
}

function firstShape(shapes: readonly Shape[], { left, top, right, bottom }: Word): Shape | null {
  const height = bottom - top
  const within = shapes.filter(
    (shape) =>
      shape.left >= left - height && shape.right <= right + 2 && shape.top >= top - height * 0.4 && shape.bottom <= bottom + height * 0.4,
  )
  const tall = within.filter((shape) => shape.bottom - shape.top > height * 0.6 && shape.right - shape.left < height * 1.3)
  const inOrder = tall.sort((a, b) => a.left - b.left)
  // What lies before the word as it was read is of it only where it touches nearly.
  const start = inOrder.findIndex((shape, at) => {
    const next = inOrder[at + 1]
    return shape.left >= left - 2 || (next !== undefined && next.left - shape.right < height * 0.45)
  })
  return inOrder[start] ?? null
}

/** The digit that the reader says of nearly all; null where it says now this, now that. */
function readAlike(group: readonly First[]): string | null {
  const heads = group.map(({ word: { text } }) => text[0] ?? '').filter((head) => /\d/.test(head))
  const count = (head: string) => heads.filter((other) => other === head).length
  const [most = ''] = [...new Set(heads)].sort((a, b) => count(b) - count(a))
  return most !== '' && count(most) >= group.length * MOST_ALIKE ? most : null
}

const drawn = new Map<string, Float32Array>()

/** How a letter of the product's own font looks. */
function drawnLook(letter: string): Float32Array {
  const known = drawn.get(letter)
  if (known) return known
  const size = 80
  const context = createCanvas(size, size).getContext('2d')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, size, size)
  context.fillStyle = '#000'
  context.font = `56px '${knowFont()}'`
  context.fillText(letter, 16, 64)
  const { data } = context.getImageData(0, 0, size, size)
  const page = { width: size, height: size, data: Uint8Array.from({ length: size * size }, (_, at) => data[at * 4] ?? 255) }
  const shapes = shapesOf(page)
  const whole = {
    left: Math.min(...shapes.map(({ left }) => left)),
    top: Math.min(...shapes.map(({ top }) => top)),
    right: Math.max(...shapes.map(({ right }) => right)),
    bottom: Math.max(...shapes.map(({ bottom }) => bottom)),
    pixels: 0,
  }
  const look = lookOf(page, whole)
  drawn.set(letter, look)
  return look
}

const FAMILY = 'Larder Signs'

function knowFont(): string {
  if (!GlobalFonts.has(`${FAMILY} latin`)) {
    const { resolve } = createRequire(import.meta.url)
    for (const subset of ['latin', 'latin-ext'])
      GlobalFonts.register(readFileSync(resolve(`@fontsource/noto-sans/files/noto-sans-${subset}-400-normal.woff2`)), `${FAMILY} ${subset}`)
  }
  return `${FAMILY} latin', '${FAMILY} latin-ext`
}

function lookOf({ width, data }: Grey, { left, top, right, bottom }: Shape): Float32Array {
  const look = new Float32Array(ACROSS * DOWN)
  const [wide, high] = [(right - left) / ACROSS, (bottom - top) / DOWN]
  for (let row = 0; row < DOWN; row++)
    for (let column = 0; column < ACROSS; column++) {
      let [sum, count] = [0, 0]
      for (let y = Math.floor(top + row * high); y < Math.max(top + row * high + 1, top + (row + 1) * high); y++)
        for (let x = Math.floor(left + column * wide); x < Math.max(left + column * wide + 1, left + (column + 1) * wide); x++) {
          sum += 255 - (data[y * width + x] ?? 255)
          count++
        }
      look[row * ACROSS + column] = sum / Math.max(1, count)
    }
  return centred(look)
}

function centred(values: Float32Array): Float32Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const away = values.map((value) => value - mean)
  const length = Math.sqrt(away.reduce((sum, value) => sum + value * value, 0)) || 1
  return away.map((value) => value / length)
}

function alike(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
}
