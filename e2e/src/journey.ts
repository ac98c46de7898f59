import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { type Product, startProduct } from './product.ts'
import { type Shopper, shopperOf } from './shopper.ts'
import { keepProved, newcomerOf, openStores, type Staff, staffOf } from './staff.ts'
import { startTour, type Tour, wide } from './tour.ts'

export { expect, type Page }

interface Worker {
  /** One installation that the journeys of a worker share. */
  product: Product
  /** A demo account's session outside the browser; the same one each time it is asked for. */
  staff: (account?: string) => Promise<Staff>
  /** The tour of a worker, and what went wrong on it that no test has told yet. */
  guided: Tour & { complaints: string[] }
}
interface Journey {
  /** An administrator's page that was on other screens before. */
  tour: Tour
  /** Places orders through the channel door, as a customer's app would. */
  shopper: Shopper
  /** A page of somebody who isn't signed in, in a browser of their own. */
  visitor: (options?: BrowserContextOptions) => Promise<Page>
  /** A page on `path` as a demo account (`admin`, `office-staff`, …) who signed in before, in a browser of their own. */
  signedIn: (account?: string, path?: string, options?: BrowserContextOptions) => Promise<Page>
  /** Opens an account of its own for a journey (`office-staff`, …), and answers how it comes to a path, each time on another device. */
  newcomer: (role?: string) => Promise<(path: string, options?: BrowserContextOptions) => Promise<Page>>
  /** What went wrong in the browsers so far: console errors, uncaught errors. */
  complaints: string[]
  /** Addresses of which a journey means to see a 404; any other one is a complaint. */
  missing: RegExp[]
}

export const test = base.extend<Journey, Worker>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the needs of a fixture from this pattern
    async ({}, use) => {
      const product = await startProduct()
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  staff: [
    async ({ product }, use) => {
      const sessions = new Map<string, Promise<Staff>>()
      const staff: Worker['staff'] = async (account = 'admin') => {
        const session = sessions.get(account) ?? staffOf(product, account)
        sessions.set(account, session)
        return keepProved(await session)
      }
      await openStores(await staff())
      await use(staff)
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  guided: [
    async ({ browser, product, staff }, use) => {
      const context = await browser.newContext({ ...stateOf(product, await staff()), viewport: wide, reducedMotion: 'reduce' })
      const complaints: string[] = []
      const tour = await startTour(context, complaints)
      listen(tour.page, complaints)
      await use({ ...tour, complaints })
      await context.close()
    },
    { scope: 'worker' },
  ],
  tour: async ({ guided, complaints }, use) => {
    await use(guided)
    complaints.push(...guided.complaints.splice(0))
  },
  // The stores are open once there is staff.
  shopper: async ({ product, staff: _staff }, use) => use(shopperOf(product)),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  missing: async ({}, use) => use([]),
  complaints: [
    async ({ missing }, use) => {
      const complaints: string[] = []
      await use(complaints)
      const isMeant = (complaint: string) => complaint.includes(' 404 ') && missing.some((address) => address.test(complaint))
      expect(
        complaints.filter((each) => !isMeant(each)),
        'errors in the browser',
      ).toEqual([])
    },
    { auto: true },
  ],
  visitor: async ({ browser, product, complaints }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (options = {}) => {
      const context = await browser.newContext({ baseURL: product.address, ...options })
      contexts.push(context)
      const page = await context.newPage()
      listen(page, complaints)
      return page
    })
    for (const context of contexts) await context.close()
  },
  signedIn: async ({ product, staff, visitor }, use) => {
    await use(async (account = 'admin', path = '/dashboard', options = {}) => {
      const page = await visitor({ ...stateOf(product, await staff(account)), ...options })
      await page.goto(path)
      return page
    })
  },
  newcomer: async ({ product, staff, visitor }, use) => {
    await use(async (role = 'office-staff') => {
      const enter = await newcomerOf(product, await staff(), role)
      return async (path, options = {}) => {
        const page = await visitor({ ...stateOf(product, await enter()), ...options })
        await page.goto(path)
        return page
      }
    })
  },
})

function stateOf(product: Product, { me }: Pick<Staff, 'me'>): BrowserContextOptions {
  const localStorage = [{ name: 'accessToken', value: me.accessToken }]
  return { baseURL: product.address, storageState: { cookies: [], origins: [{ origin: product.address, localStorage }] } }
}

/** Writes down what a page complains about, and of which address. An answer that the product means to give (401, 403, 409, 415, 422) is no
 * complaint, nor is a server that a journey took away. */
export function listen(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    const isMeant = /the server responded with a status of (401|403|409|415|422|503)|ERR_(CONNECTION_REFUSED|INTERNET_DISCONNECTED)/.test(
      message.text(),
    )
    if (message.type() === 'error' && !isMeant) complaints.push(`${page.url()}: ${message.text()} ${message.location().url}`)
  })
}

/**
 * While the server or the line is away the page writes that into its log (specification, section 8): of calls, of the live connection and of scripts that
 * it wanted to have in time. Nothing else.
 */
export function forgetAbsence(complaints: string[]): void {
  const isMeant =
    /No response from the API|WebSocket connection|loaded ahead|order sound could not be loaded|net::ERR_(CONNECTION|EMPTY_RESPONSE|SOCKET)/
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !isMeant.test(text)))
}
