import type { Grey } from './level-page.ts'

/** Ink that hangs together, by its edges in pixels; right and bottom are the first beyond it. */
export interface Shape {
  left: number
  top: number
  right: number
  bottom: number
  pixels: number
}

const INK = 150

/** The shapes of ink on a page in even light. */
export function shapesOf({ width, height, data }: Grey, ink = INK): Shape[] {
  const shapes: Shape[] = []
  const seen = new Uint8Array(width * height)
  const waiting = new Int32Array(width * height)
  for (let start = 0; start < data.length; start++) {
    if (seen[start] || (data[start] as number) > ink) continue
    const shape = { left: width, top: height, right: 0, bottom: 0, pixels: 0 }
    let count = 0
    waiting[count++] = start
    seen[start] = 1
    while (count > 0) {
      const at = waiting[--count] as number
      const [x, y] = [at % width, Math.floor(at / width)]
      shape.pixels++
      shape.left = Math.min(shape.left, x)
      shape.right = Math.max(shape.right, x + 1)
      shape.top = Math.min(shape.top, y)
      shape.bottom = Math.max(shape.bottom, y + 1)
      for (let dy = -1; dy <= 1; dy++)
        for (let dx = -1; dx <= 1; dx++) {
          const [nextX, nextY] = [x + dx, y + dy]
          if (nextX < 0 || nextY < 0 || nextX >= width || nextY >= height) continue
          const next = nextY * width + nextX
          if (seen[next] || (data[next] as number) > ink) continue
          seen[next] = 1
          waiting[count++] = next
        }
    }
    shapes.push(shape)
  }
  return shapes
}

const widthOf = ({ left, right }: Shape) => right - left
const heightOf = ({ top, bottom }: Shape) => bottom - top

/** How tall letters are: the middle of what could be one. */
export function letterHeight(shapes: readonly Shape[]): number {
  const heights = shapes.filter((shape) => heightOf(shape) >= 8 && heightOf(shape) <= 120 && widthOf(shape) <= 160).map(heightOf)
  return heights.sort((a, b) => a - b)[Math.floor(heights.length / 2)] ?? 24
}

/** What leads the eye and says nothing: rows of dots or dashes between a name and its price, ruled lines, frames. */
export function leadersOf(shapes: readonly Shape[]): Shape[] {
  const letter = letterHeight(shapes)
  const isRule = (shape: Shape) =>
    (widthOf(shape) > letter * 3 && heightOf(shape) < letter * 0.45) || (heightOf(shape) > letter * 6 && widthOf(shape) < letter * 0.45)
  const isMark = (shape: Shape) => heightOf(shape) <= letter * 0.42 && widthOf(shape) <= letter * 1.3
  const marks = shapes.filter(isMark).sort((a, b) => a.left - b.left)
  const found: Shape[] = shapes.filter(isRule)
  const rows = new Map<number, Shape[]>()
  for (const mark of marks) {
    const line = Math.round((mark.top + mark.bottom) / 2 / Math.max(2, letter * 0.25))
    rows.set(line, [...(rows.get(line) ?? []), mark])
  }
  for (const [line, here] of rows) {
    // A row that lies between two lines of the raster is in both.
    const row = [...here, ...(rows.get(line + 1) ?? [])].sort((a, b) => a.left - b.left)
    for (const run of runsOf(row, letter * 1.1)) if (run.length >= 5) found.push(...run)
  }
  return found
}

function runsOf(row: readonly Shape[], reach: number): Shape[][] {
  const runs: Shape[][] = []
  for (const mark of row) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run && last && mark.left - last.right <= reach) run.push(mark)
    else runs.push([mark])
  }
  return runs
}

/** Makes shapes into paper. */
export function erase({ width, height, data }: Grey, shapes: readonly Shape[]): void {
  for (const { left, top, right, bottom } of shapes)
    for (let y = Math.max(0, top - 1); y < Math.min(height, bottom + 1); y++)
      data.fill(255, y * width + Math.max(0, left - 1), y * width + Math.min(width, right + 1))
}
