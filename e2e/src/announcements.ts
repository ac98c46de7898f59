import type { Page } from '@playwright/test'

export interface Announcement {
  text: string
  /** Milliseconds that it stood, once it is gone. */
  stood: number | null
}

/** Keeps a record of every snackbar that the page shows from now on, whichever page of the product it is on. */
export async function recordAnnouncements(page: Page): Promise<() => Promise<Announcement[]>> {
  await page.addInitScript(() => {
    const kept: { text: string; from: number; to: number | null }[] = []
    const look = () => {
      const text = document.querySelector('.snack .alert-words')?.textContent ?? null
      const last = kept.at(-1)
      if (text === (last?.to === null ? last.text : null)) return
      if (last && last.to === null) last.to = performance.now()
      if (text !== null) kept.push({ text, from: performance.now(), to: null })
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
    Object.assign(window, { announced: kept })
  })
  return () =>
    page.evaluate(() =>
      (window as unknown as { announced: { text: string; from: number; to: number | null }[] }).announced.map(({ text, from, to }) => ({
        text,
        stood: to === null ? null : to - from,
      })),
    )
}
