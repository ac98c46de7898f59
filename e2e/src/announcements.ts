import type { Page } from '@playwright/test'

export interface Announcement {
  text: string
  /** Milliseconds that it stood, once it is gone, to the nearest ten: whoever watches hears of either end a moment later. */
  stood: number | null
}

/** Keeps a record of every snackbar that the page shows from now on, whichever page of the product it is on. */
export async function recordAnnouncements(page: Page): Promise<() => Promise<Announcement[]>> {
  await page.addInitScript(() => {
    const kept: { text: string; from: number; to: number | null; on: Element }[] = []
    const look = () => {
      for (const each of kept) if (each.to === null && !each.on.isConnected) each.to = performance.now()
      for (const on of document.querySelectorAll('.snack')) {
        const isKnown = kept.some((each) => each.on === on)
        if (!isKnown) kept.push({ text: on.querySelector('.alert-words')?.textContent ?? '', from: performance.now(), to: null, on })
      }
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
    Object.assign(window, { announced: kept })
  })
  return () =>
    page.evaluate(() =>
      (window as unknown as { announced: { text: string; from: number; to: number | null }[] }).announced.map(({ text, from, to }) => ({
        text,
        stood: to === null ? null : Math.round((to - from) / 10) * 10,
      })),
    )
}
