import { join } from 'node:path'
import { Piscina } from 'piscina'
import { unavailable } from '../errors.ts'
import type { Sheet } from './sheet.ts'

const mostWaiting = 20
const patienceMs = 10_000
/** What each further sheet of one file may take. */
const patienceMoreMs = 300

// One thread beside the requests, while there is something to draw: what strangers wrote is put through the fonts there, and what takes too long, or too much, ends it.
const drawers = new Piscina<readonly Sheet[], Uint8Array<ArrayBuffer>>({
  filename: join(import.meta.dirname, 'draw.ts'),
  minThreads: 0,
  maxThreads: 1,
  maxQueue: mostWaiting,
  idleTimeout: 60_000,
  resourceLimits: { maxOldGenerationSizeMb: 192 },
})

/** Draws sheets as one PDF file, each on a page of its own. 503 `printing-busy` when too many wait, or one takes longer than anything that fits an order. */
export async function drawSheets(sheets: readonly Sheet[]): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await drawers.run(sheets, { signal: AbortSignal.timeout(patienceMs + patienceMoreMs * (sheets.length - 1)) })
  } catch (error) {
    const { name, message } = error as Error
    const isOver = name === 'AbortError' || message === 'Task queue is at limit'
    if (!isOver) throw error
    return unavailable('printing-busy', 'Too much is being printed. Please try again in a moment.', 2)
  }
}
