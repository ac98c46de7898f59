import { createHash } from 'node:crypto'
import { createCanvas } from '@napi-rs/canvas'
import type { Insertable } from 'kysely'
import type { DB } from '#db/schema.gen.ts'
import { letters } from './drawn-menu.ts'
import { createRandom } from './random.ts'

const size = 320
const small = 96

/** Of the day that the first store of the city is older than: a picture is one for all stores that name it. */
const drawnMs = Date.parse('2024-01-01T00:00:00.000Z')

/** The picture of a category of menus, by its name: of all stores that have one of it, and of its items. */
export function pictureOf(category: string): string {
  return createRandom(`picture of ${category}`).id(drawnMs)
}

/** A picture for each of these categories, its name on a colour of its own: drawn in a few milliseconds, and the same on every machine. */
export function drawPictures(categories: Iterable<string>): Insertable<DB['file']>[] {
  return [...new Set(categories)].map((category) => {
    const [bytes, small_bytes] = [draw(category, size), draw(category, small)]
    const sha256 = createHash('sha256').update(bytes).digest()
    const facts = { content_type: 'image/webp', size_bytes: bytes.length, width: size, height: size }
    return { id: pictureOf(category), ...facts, sha256, bytes, small_bytes }
  })
}

function draw(category: string, edge: number): Buffer {
  const random = createRandom(`colour of ${category}`)
  const canvas = createCanvas(edge, edge)
  const context = canvas.getContext('2d')
  const hue = random.whole(0, 359)
  context.fillStyle = `hsl(${hue} 45% 88%)`
  context.fillRect(0, 0, edge, edge)
  context.fillStyle = `hsl(${hue} 50% 72%)`
  context.beginPath()
  context.arc(edge / 2, edge * 0.42, edge * 0.28, 0, 2 * Math.PI)
  context.fill()
  context.fillStyle = `hsl(${hue} 55% 22%)`
  context.textAlign = 'center'
  context.font = `700 ${edge * 0.3}px ${letters()}`
  context.fillText(category.charAt(0), edge / 2, edge * 0.53)
  context.font = `400 ${edge * 0.09}px ${letters()}`
  context.fillText(category, edge / 2, edge * 0.88, edge * 0.92)
  return canvas.toBuffer('image/webp', 70)
}
