import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

export const modes = ['light', 'dark'] as const

type Mode = (typeof modes)[number]

/** What axe finds serious or critical, on the page or within what a selector names. In the dark only the colours differ from what was looked at before. */
export async function findings(page: Page, mode: Mode, within?: string): Promise<string[]> {
  // Once a document: a page that goes on by itself keeps it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return await page.evaluate(
    async ([isDark, context]) => {
      const library = (window as unknown as { axe: typeof axe }).axe
      const { violations } = await library.run(context ?? document, {
        resultTypes: ['violations'],
        ...(isDark && { runOnly: ['color-contrast'] }),
      })
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) =>
          nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.any.map(({ message }) => message).join(' ')}`),
        )
    },
    [mode === 'dark', within] as const,
  )
}

/** Shows the page in the light or in the dark, as a system that says so, and waits until it is drawn; no colour is on its way to another. */
export async function show(page: Page, mode: Mode): Promise<void> {
  await page.emulateMedia({ colorScheme: mode, reducedMotion: 'reduce' })
  // The product hears of it by a listener of its own; an empty page has none.
  const shown = () => page.evaluate((asked) => document.documentElement.style.colorScheme || asked, mode)
  await expect.poll(shown, { message: 'the colours that are shown', intervals: [25] }).toBe(mode)
  await drawn(page)
}

/** What the page has been told so far is on screen. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}
