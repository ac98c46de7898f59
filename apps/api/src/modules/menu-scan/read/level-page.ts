/** One channel of a picture, row by row, 0 is black. */
export interface Grey {
  width: number
  height: number
  data: Uint8Array | Uint8ClampedArray
}

/** How lines of text climb over a page: pixels up for each pixel to the right, at its top and at its bottom; between, evenly. */
export interface Slope {
  top: number
  bottom: number
}

const BLOCK = 32
/** What the paper becomes. */
const PAPER = 245
/** Below this part of the paper's light it is ink. */
const INK = 0.62
const MOST_POINTS = 40_000

/** Takes away what light, shadow and a coloured ground do: paper is white wherever it lies, ink dark; light writing on dark becomes dark on light. */
export function evenLight(page: Grey): Grey {
  const { width, height, data } = page
  const columns = Math.ceil(width / BLOCK)
  const rows = Math.ceil(height / BLOCK)
  const light = new Float32Array(columns * rows)
  const dark = new Float32Array(columns * rows)
  let towardsLight = 0
  let towardsDark = 0
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const [low, middle, high] = sharesOf(page, column * BLOCK, row * BLOCK)
      light[row * columns + column] = high
      dark[row * columns + column] = low
      towardsLight += high - middle
      towardsDark += middle - low
    }
  // Most of a block is ground: writing is on whichever side of its middle reaches further.
  const isInverted = towardsLight > towardsDark * 1.4
  const ground = smoothed(isInverted ? dark : light, columns, rows)
  const even = new Uint8ClampedArray(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const under = lightAt(ground, columns, rows, x / BLOCK - 0.5, y / BLOCK - 0.5)
      const value = data[at] as number
      even[at] = isInverted ? PAPER - ((value - under) * PAPER) / Math.max(40, 255 - under) : (value * PAPER) / Math.max(24, under)
    }
  return { width, height, data: even }
}

/** Above it everything is paper, and as black as this part of a page is ink. */
const WHITE = 0.92 * PAPER
const BLACK_SHARE = 0.015
const MOST_BLACK = 120

/** A page in even light in full contrast: a reader takes grey paper and grey ink for other letters than black ones on white. */
export function blackOnWhite({ width, height, data }: Grey): Grey {
  const counts = new Uint32Array(256)
  for (const value of data) counts[value] = (counts[value] as number) + 1
  let black = 0
  for (let passed = 0; black < MOST_BLACK; black++) {
    passed += counts[black] as number
    if (passed > data.length * BLACK_SHARE) break
  }
  const stretched = Uint8ClampedArray.from({ length: 256 }, (_, value) => ((value - black) * 255) / (WHITE - black))
  return { width, height, data: data.map((value) => stretched[value] as number) }
}

/** The darkest, middle and lightest of a block, but for what stands out. */
function sharesOf({ width, height, data }: Grey, left: number, top: number): [number, number, number] {
  const counts = new Uint16Array(256)
  let all = 0
  for (let y = top; y < Math.min(height, top + BLOCK); y += 2)
    for (let x = left; x < Math.min(width, left + BLOCK); x += 2) {
      counts[data[y * width + x] as number] = (counts[data[y * width + x] as number] as number) + 1
      all++
    }
  const at = (share: number) => {
    let passed = 0
    for (let value = 0; value < 256; value++) {
      passed += counts[value] as number
      if (passed > all * share) return value
    }
    return 255
  }
  return [at(0.06), at(0.5), at(0.9)]
}

function smoothed(values: Float32Array, columns: number, rows: number): Float32Array {
  const smooth = new Float32Array(values.length)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      let sum = 0
      let count = 0
      for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++)
        for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
          sum += values[y * columns + x] as number
          count++
        }
      smooth[row * columns + column] = sum / count
    }
  return smooth
}

function lightAt(values: Float32Array, columns: number, rows: number, column: number, row: number): number {
  const x = Math.min(columns - 1, Math.max(0, column))
  const y = Math.min(rows - 1, Math.max(0, row))
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [right, bottom] = [Math.min(columns - 1, left + 1), Math.min(rows - 1, top + 1)]
  const value = (at: number, of: number) => values[of * columns + at] as number
  const upper = value(left, top) + (value(right, top) - value(left, top)) * (x - left)
  const lower = value(left, bottom) + (value(right, bottom) - value(left, bottom)) * (x - left)
  return upper + (lower - upper) * (y - top)
}

const BANDS = 6
/** Below it a page lies level. */
const LEVEL = 0.003
const TURNS = 4

/** The page turned until its lines lie level, and by how much; what is seen from the side is found in steps, the more of it lies level the better. */
export function turnedLevel(page: Grey): { page: Grey; slope: Slope | null } {
  const slope = { top: 0, bottom: 0 }
  let turned = page
  for (let turn = 0; turn < TURNS; turn++) {
    const left = slopeOf(turned)
    if (Math.max(Math.abs(left.top), Math.abs(left.bottom)) < LEVEL) return { page: turned, slope: turn === 0 ? null : slope }
    slope.top += left.top
    slope.bottom += left.bottom
    turned = { ...page, data: levelled({ ...page, channels: 1 }, slope) }
  }
  return { page: turned, slope }
}

/**
 * How its lines climb, of a page in even light: the slope at which its ink falls into the fewest lines, of the page as a whole and of each band
 * of it, and what all bands agree upon. Seen from the side, lines climb less and less down a page.
 */
function slopeOf(page: Grey): Slope {
  const points = inkOf(page)
  const whole = bestSlope(points, page.height, 0, 0.14, 0.01)
  const bands = Array.from({ length: BANDS - 1 }, (_, at) => {
    const [from, to] = [(page.height * at) / BANDS, (page.height * (at + 2)) / BANDS]
    const inside = points.filter(([, y]) => y >= from && y < to)
    const slope = inside.length > points.length * 0.08 ? bestSlope(inside, page.height, whole, 0.06, 0.006) : null
    return { at: (at + 1) / BANDS, slope }
  }).flatMap(({ at, slope }) => (slope === null ? [] : [{ at, slope }]))
  if (bands.length < 3) return { top: whole, bottom: whole }
  // What most pairs of bands say (Theil and Sen): one band that is mistaken changes nothing.
  const pairs = bands.flatMap((one, index) => bands.slice(index + 1).map((other) => (other.slope - one.slope) / (other.at - one.at)))
  const change = middleOf(pairs)
  const top = middleOf(bands.map(({ at, slope }) => slope - change * at))
  return { top, bottom: top + change }
}

function middleOf(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const half = sorted.length / 2
  return ((sorted[Math.floor(half)] ?? 0) + (sorted[Math.ceil(half) - 1] ?? 0)) / 2
}

function inkOf({ width, height, data }: Grey): [number, number][] {
  const points: [number, number][] = []
  for (let y = 0; y < height; y += 2)
    for (let x = 0; x < width; x += 2) if ((data[y * width + x] as number) < PAPER * INK) points.push([x, y])
  const every = Math.ceil(points.length / MOST_POINTS)
  return every <= 1 ? points : points.filter((_, at) => at % every === 0)
}

function bestSlope(points: [number, number][], height: number, around: number, reach: number, step: number): number {
  let best = around
  for (let [within, by] = [reach, step]; by >= 0.0005; within = by, by /= 4) {
    const middle = best
    let most = -1
    for (let slope = middle - within; slope <= middle + within + by / 2; slope += by) {
      const score = sharpness(points, height, slope)
      if (score > most) {
        most = score
        best = slope
      }
    }
  }
  return best
}

/** How sharply the ink parts into lines at a slope. */
function sharpness(points: [number, number][], height: number, slope: number): number {
  const counts = new Float32Array(height * 2)
  for (const [x, y] of points) {
    const line = Math.round((y + x * slope) / 2 + height / 2)
    if (line >= 0 && line < counts.length) counts[line] = (counts[line] as number) + 1
  }
  let sum = 0
  for (let line = 1; line < counts.length; line++) sum += ((counts[line] as number) - (counts[line - 1] as number)) ** 2
  return sum
}

/** The picture turned so that its lines run level; of as many channels as it has. What comes from outside of it is white. */
export function levelled(picture: Grey & { channels: number }, { top, bottom }: Slope): Uint8Array {
  const { width, height, channels, data } = picture
  const level = new Uint8Array(data.length).fill(255)
  for (let y = 0; y < height; y++) {
    const slope = top + ((bottom - top) * y) / height
    const lean = (top + bottom) / 2
    for (let x = 0; x < width; x++) {
      const fromX = x + lean * (y - height / 2)
      const fromY = y - slope * (x - width / 2)
      const [left, above] = [Math.floor(fromX), Math.floor(fromY)]
      if (left < 0 || above < 0 || left >= width - 1 || above >= height - 1) continue
      const [right, below] = [fromX - left, fromY - above]
      for (let channel = 0; channel < channels; channel++) {
        const at = (above * width + left) * channels + channel
        const upper = (data[at] as number) * (1 - right) + (data[at + channels] as number) * right
        const under = at + width * channels
        const lower = (data[under] as number) * (1 - right) + (data[under + channels] as number) * right
        level[(y * width + x) * channels + channel] = upper * (1 - below) + lower * below
      }
    }
  }
  return level
}
