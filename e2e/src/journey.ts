import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { type Product, startProduct } from './product.ts'
import { type Shopper, shopperOf } from './shopper.ts'
import { openStores, type Staff, staffOf } from './staff.ts'

export { expect, type Page }

interface Worker {
  /** One installation that the journeys of a worker share. */
  product: Product
  /** A demo account's session outside the browser; the same one each time it is asked for. */
  staff: (account?: string) => Promise<Staff>
}
interface Journey {
  /** Places orders through the channel door, as a customer's app would. */
  shopper: Shopper
  /** A page of somebody who isn't signed in, in a browser of their own. */
  visitor: (options?: BrowserContextOptions) => Promise<Page>
  /** A page on `path` as a demo account (`admin`, `office-staff`, …) who signed in before, in a browser of their own. */
  signedIn: (account?: string, path?: string, options?: BrowserContextOptions) => Promise<Page>
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
    { scope: 'worker', timeout: 120_000 },
  ],
  staff: [
    async ({ product }, use) => {
      const sessions = new Map<string, Promise<Staff>>()
      const staff: Worker['staff'] = (account = 'admin') => {
        const session = sessions.get(account) ?? staffOf(product, account)
        sessions.set(account, session)
        return session
      }
      await openStores(await staff())
      await use(staff)
    },
    { scope: 'worker', timeout: 60_000 },
  ],
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
      const { me } = await staff(account)
      const localStorage = [{ name: 'accessToken', value: me.accessToken }]
      const page = await visitor({ storageState: { cookies: [], origins: [{ origin: product.address, localStorage }] }, ...options })
      await page.goto(path)
      return page
    })
  },
})

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
