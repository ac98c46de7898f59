import type { Shape } from './ink-shapes.ts'
import type { DrawnMark } from './page.ts'

export interface Colours {
  width: number
  height: number
  /** Red, green, blue. */
  data: Uint8Array
}

const LEAST_COLOUR = 26

/** Squares in green, red or brown that stand by themselves: how a menu says what is vegetarian. */
export function drawnMarks(colours: Colours, shapes: readonly Shape[], letter: number): { mark: DrawnMark['mark']; shape: Shape }[] {
  const squares = shapes.filter((shape) => isSquare(shape, letter))
  const marked = squares.flatMap((shape) => {
    const mark = colourOf(colours, shape)
    return mark && isAlone(shape, shapes, letter) ? [{ mark, shape }] : []
  })
  // One alone may be anything.
  return marked.length >= 3 ? marked : []
}

function isSquare({ left, top, right, bottom }: Shape, letter: number): boolean {
  const [wide, high] = [right - left, bottom - top]
  return Math.min(wide, high) > letter * 0.55 && Math.max(wide, high) < letter * 2.2 && Math.abs(wide - high) < Math.max(wide, high) * 0.3
}

function isAlone(shape: Shape, shapes: readonly Shape[], letter: number): boolean {
  const inside = (other: Shape) =>
    other.left >= shape.left && other.right <= shape.right && other.top >= shape.top && other.bottom <= shape.bottom
  return !shapes.some(
    (other) =>
      other !== shape &&
      !inside(other) &&
      other.bottom > shape.top + letter * 0.2 &&
      other.top < shape.bottom - letter * 0.2 &&
      other.right > shape.left - letter * 0.25 &&
      other.left < shape.right + letter * 0.12,
  )
}

/** By the ink's colour: what is darker than the middle of the square. */
function colourOf({ width, data }: Colours, { left, top, right, bottom }: Shape): DrawnMark['mark'] | null {
  let [reds, greens, blues, count] = [0, 0, 0, 0]
  let [lowest, highest] = [255, 0]
  const lightAt = (at: number) => ((data[at] as number) + (data[at + 1] as number) + (data[at + 2] as number)) / 3
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      lowest = Math.min(lowest, lightAt((y * width + x) * 3))
      highest = Math.max(highest, lightAt((y * width + x) * 3))
    }
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const at = (y * width + x) * 3
      if (lightAt(at) > (lowest + highest) / 2) continue
      reds += data[at] as number
      greens += data[at + 1] as number
      blues += data[at + 2] as number
      count++
    }
  const [red, green, blue] = [reds / count, greens / count, blues / count]
  if (green - Math.max(red, blue) > LEAST_COLOUR * 0.6) return 'veg'
  return red - Math.max(green, blue) > LEAST_COLOUR ? 'non-veg' : null
}
