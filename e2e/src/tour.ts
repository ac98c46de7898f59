import { type BrowserContext, expect, type Page, type Request } from '@playwright/test'
import { drawn } from './axe.ts'
import { settled } from './pages.ts'

/** One page that goes from screen to screen by the router, as a person does: the app is loaded once. It looks and changes nothing. */
export interface Tour {
  page: Page
  /** Shows the screen at an address, wide, with everything that it loads. */
  visit: (address: string) => Promise<Page>
  /** Waits until nothing is on its way any more: what a press opens is open then. */
  quiet: () => Promise<void>
  /** Waits until the code of what opens at a press has been fetched ahead: it is shown at once then. */
  ready: () => Promise<void>
}

export const wide = { width: 1440, height: 900 }
export const phone = { width: 390, height: 900 }

const refusal = {
  status: 503,
  json: { error: { kind: 'unavailable', reason: 'overloaded', message: 'Not now.', fields: {}, requestId: 'none' } },
}

/** A tour in a browser that is signed in; what goes wrong on it is told to `complaints`. */
export async function startTour(context: BrowserContext, complaints: string[]): Promise<Tour> {
  const page = await context.newPage()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const waiting = new Set<Request>()
  page.on('request', (request) => /\/(api|assets)\//.test(request.url()) && waiting.add(request))
  page.on('requestfinished', (request) => waiting.delete(request))
  page.on('requestfailed', (request) => waiting.delete(request))
  page.on('response', (response) => {
    const isOurs = response.request().method() !== 'GET' && response.status() === refusal.status
    if (response.status() >= 400 && !isOurs) complaints.push(`${page.url()}: ${response.status()} ${response.url()}`)
  })
  // For as long as the page lives: an act may be held back for seconds before it is sent.
  await page.route(/\/api\//, (route) => (route.request().method() === 'GET' ? route.fallback() : route.fulfill(refusal)))

  const quiet = async () => {
    await expect
      .poll(
        async () => {
          await drawn(page)
          return waiting.size + (await page.locator('.progress').count())
        },
        { message: 'what is still on its way', intervals: [25] },
      )
      .toBe(0)
    await drawn(page)
  }
  const ready = async () => {
    // The page stands once it is connected; what it fetches ahead was to begin when idle before this is.
    await expect(page.locator('[data-connection=connected]')).toBeVisible()
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 5000 })))
    await quiet()
  }
  const visit = async (address: string) => {
    await page.setViewportSize(wide)
    if (page.url() === 'about:blank') await page.goto(address)
    else await goTo(page, address)
    await settled(page).catch((cause: unknown) => {
      throw new Error(`${address} is not there; on its way: ${[...waiting].map((request) => request.url()).join(', ') || 'nothing'}`, {
        cause,
      })
    })
    return page
  }
  return { page, visit, quiet, ready }
}

/** Follows an address as a link does. Whoever comes to another page is at its heading: that is how it tells that it is there. */
async function goTo(page: Page, address: string): Promise<void> {
  const isOther = await page.evaluate((to) => {
    const from = location.pathname
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    history.pushState({ idx: (history.state?.idx ?? 0) + 1 }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
    return location.pathname !== from
  }, address)
  if (isOther) await page.waitForFunction(() => document.activeElement?.matches('main, main h1'))
  else await drawn(page)
}
