import { createHash } from 'node:crypto'
import { createCanvas } from '@napi-rs/canvas'
import type { Insertable } from 'kysely'
import type { DB } from '#db/schema.gen.ts'
import { letters } from './drawn-menu.ts'

/** A document of a rider as it is drawn. */
export interface DrawnPaper {
  /** Of its picture. */
  id: string
  title: string
  hue: number
  name: string
  number: string
  /** What stands below the number: a vehicle, a day. */
  line: string
}

const [width, height] = [480, 304]
const small = 96

/** A picture of each document: a card with its holder and number, drawn in a few milliseconds. */
export function drawPapers(papers: readonly DrawnPaper[]): Insertable<DB['file']>[] {
  return papers.map(({ id, ...paper }) => {
    const [bytes, small_bytes] = [draw(paper, 1), draw(paper, small / width)]
    const sha256 = createHash('sha256').update(bytes).digest()
    return { id, content_type: 'image/webp', size_bytes: bytes.length, width, height, sha256, bytes, small_bytes }
  })
}

function draw({ title, hue, name, number, line }: Omit<DrawnPaper, 'id'>, scale: number): Buffer {
  const canvas = createCanvas(Math.round(width * scale), Math.round(height * scale))
  const context = canvas.getContext('2d')
  context.scale(scale, scale)
  context.fillStyle = `hsl(${hue} 40% 95%)`
  context.fillRect(0, 0, width, height)
  context.fillStyle = `hsl(${hue} 45% 38%)`
  context.fillRect(0, 0, width, 56)
  const write = (text: string, x: number, y: number, size: number, weight = 400) => {
    context.font = `${weight} ${size}px ${letters()}`
    context.fillText(text, x, y, width - x - 24)
  }
  context.fillStyle = '#ffffff'
  write(title, 24, 37, 24, 700)
  // Whose picture it is: a head and shoulders.
  context.fillStyle = `hsl(${hue} 25% 82%)`
  context.fillRect(24, 84, 120, 152)
  context.fillStyle = `hsl(${hue} 25% 58%)`
  context.beginPath()
  context.arc(84, 138, 30, 0, 2 * Math.PI)
  context.fill()
  context.beginPath()
  context.ellipse(84, 236, 48, 56, 0, Math.PI, 2 * Math.PI)
  context.fill()
  context.fillStyle = '#1c2430'
  write(name, 168, 116, 26, 700)
  write(number, 168, 164, 24)
  write(line, 168, 204, 18)
  context.fillStyle = `hsl(${hue} 30% 45%)`
  write('Drawn for the demo city', 24, 280, 15)
  return canvas.toBuffer('image/webp', 70)
}
