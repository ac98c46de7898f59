import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

const modes = ['light', 'dark'] as const

type Mode = (typeof modes)[number]

// Its public list of rules leaves out how grave each is.
const { rules } = (axe as unknown as { _audit: { rules: readonly { id: string; impact: string }[] } })._audit
/** Rules whose findings are never serious: they are not asked. */
const mild = Object.fromEntries(
  rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate').map(({ id }) => [id, { enabled: false }]),
)

/** What axe finds serious or critical in the light and in the dark, on the page or within what a selector names. */
export async function findings(page: Page, within?: string): Promise<string[]> {
  // Once a document: a page that goes on by itself keeps it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  // To turn a page costs as much as to look at it: it stays as it was seen last, and what comes next begins with that.
  const found = [...(await findingsIn(page, within))]
  const other = (await modeOf(page)) === 'light' ? 'dark' : 'light'
  await show(page, other)
  return [...found, ...(await findingsIn(page, within))]
}

/** In the dark only the colours differ from what is looked at in the light. */
async function findingsIn(page: Page, within?: string): Promise<string[]> {
  const mode = await modeOf(page)
  const found = await page.evaluate(
    async ([isDark, context, unasked]) => {
      const library = (window as unknown as { axe: typeof axe }).axe
      const { violations } = await library.run(context ?? document, {
        resultTypes: ['violations'],
        ...(isDark ? { runOnly: ['color-contrast'] } : { rules: unasked }),
      })
      return violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.any.map(({ message }) => message).join(' ')}`),
      )
    },
    [mode === 'dark', within, mild] as const,
  )
  return found.map((each) => `${mode}: ${each}`)
}

/** Shows the page in the light or in the dark, as a system that says so, and waits until it is drawn; no colour is on its way to another. */
export async function show(page: Page, mode: Mode): Promise<void> {
  await page.emulateMedia({ colorScheme: mode, reducedMotion: 'reduce' })
  // Both are told where they are not: whether the browser or the product was late.
  const modes = async () => ({ browser: await browserModeOf(page), shown: await modeOf(page) })
  await expect.poll(modes, { message: 'the colours that are shown', intervals: [25] }).toEqual({ browser: mode, shown: mode })
  await drawn(page)
}

// The product hears of it by a listener of its own, and says so.
function modeOf(page: Page): Promise<string> {
  return page.evaluate(() => document.documentElement.style.colorScheme)
}

function browserModeOf(page: Page): Promise<Mode> {
  return page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'))
}

/** What the page has been told so far is on screen. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}
