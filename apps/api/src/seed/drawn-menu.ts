import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'

export interface DrawnSection {
  heading: string
  items: readonly { name: string; tells?: string; prices: readonly string[] }[]
}

export interface DrawnMenu {
  title: string
  sections: readonly DrawnSection[]
  /** At the heads of its columns of prices. */
  sizes?: readonly string[]
  columns?: 1 | 2
  hasLeaders?: true
}

const WIDTH = 1240
const HEIGHT = 1754
const MARGIN = 90
const FAMILY = 'Larder Menu'
let isKnown = false

/** A page as it was drawn, and where on it each item stands, in parts of its width and height. */
export interface DrawnPage {
  png: Buffer
  width: number
  height: number
  places: { left: number; top: number; right: number; bottom: number }[]
}

/** Draws a page of a menu, with the product's own letters, so that it is the same on every machine. */
export function drawMenu({ title, sections, sizes = [], columns = 1, hasLeaders }: DrawnMenu): DrawnPage {
  const canvas = createCanvas(WIDTH, HEIGHT)
  const context = canvas.getContext('2d')
  context.fillStyle = '#fdfcf9'
  context.fillRect(0, 0, WIDTH, HEIGHT)
  context.fillStyle = '#1c1a17'
  write(context, title, WIDTH / 2, 120, 54, 'center', true)
  const gap = 80
  const width = (WIDTH - 2 * MARGIN - gap * (columns - 1)) / columns
  const places: DrawnPage['places'] = []
  const perColumn = Math.ceil(sections.length / columns)
  for (let column = 0; column < columns; column++) {
    const left = MARGIN + column * (width + gap)
    let base = 220
    for (const section of sections.slice(column * perColumn, (column + 1) * perColumn))
      base = drawSection(context, section, { left, right: left + width, base, sizes, hasLeaders: hasLeaders === true, places }) + 40
  }
  return { png: canvas.toBuffer('image/png'), width: WIDTH, height: HEIGHT, places }
}

interface Place {
  left: number
  right: number
  base: number
  sizes: readonly string[]
  hasLeaders: boolean
  places: DrawnPage['places']
}

function drawSection(
  context: SKRSContext2D,
  { heading, items }: DrawnSection,
  { left, right, base: from, sizes, hasLeaders, places }: Place,
): number {
  let base = from
  const across = 170
  const edge = (at: number, of: number) => right - (of - 1 - at) * across
  write(context, heading, left, base, 36, 'left', true)
  for (const [at, size] of sizes.entries()) write(context, size, edge(at, sizes.length), base, 28, 'right', true)
  for (const { name, tells, prices } of items) {
    base += 48
    const end = left + write(context, name, left, base, 28, 'left')
    const widths = prices.map((price, at) => write(context, price, edge(at, prices.length), base, 28, 'right'))
    places.push({ left: left / WIDTH, top: (base - 26) / HEIGHT, right: right / WIDTH, bottom: (base + (tells ? 38 : 8)) / HEIGHT })
    if (hasLeaders) for (let x = end + 14; x < right - (widths[0] ?? 0) - 14; x += 11) context.fillRect(x, base - 3, 3, 3)
    if (tells) {
      base += 32
      write(context, tells, left, base, 21, 'left')
    }
  }
  return base + 40
}

function write(
  context: SKRSContext2D,
  text: string,
  x: number,
  base: number,
  size: number,
  align: 'left' | 'right' | 'center',
  isBold = false,
): number {
  context.font = `${isBold ? 700 : 400} ${size}px ${letters()}`
  context.textAlign = align
  context.fillText(text, x, base)
  return context.measureText(text).width
}

/** The product's own letters, as a canvas names them. */
export function letters(): string {
  if (!isKnown) registerLetters()
  return `'${FAMILY}', '${FAMILY} Signs'`
}

function registerLetters(): void {
  isKnown = true
  const require = createRequire(import.meta.url)
  for (const [subset, family] of [
    ['latin', FAMILY],
    // The signs of currencies.
    ['latin-ext', `${FAMILY} Signs`],
  ] as const)
    for (const weight of [400, 700])
      GlobalFonts.register(readFileSync(require.resolve(`@fontsource/noto-sans/files/noto-sans-${subset}-${weight}-normal.woff2`)), family)
}
