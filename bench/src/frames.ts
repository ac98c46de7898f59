import type { Page } from 'playwright-core'

/** Frames of a page, and how many of them took so long that a hand notices. */
export interface Frames {
  long: number
  worst: number
  frames: number
}

/** Runs in the page: keeps how long its frames take that the browser calls long (50 ms and more), and counts all of them. */
export function noteFrames(): void {
  const noted = { long: 0, worst: 0, frames: 0 }
  Object.assign(window, { noted })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      noted.long++
      noted.worst = Math.max(noted.worst, duration)
    }
  }).observe({ type: 'long-animation-frame' })
  const count = () => {
    noted.frames++
    requestAnimationFrame(count)
  }
  requestAnimationFrame(count)
}

export function framesOf(page: Page): Promise<Frames> {
  return page.evaluate(() => (window as unknown as { noted: Frames }).noted)
}
