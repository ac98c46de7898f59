import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type Product, startProduct } from './product.ts'
import { type Shopper, shopperOf } from './shopper.ts'

export { expect }

const PASSWORD = 'larder-demo'

interface Worker {
  /** One installation that the journeys of a worker share. */
  product: Product
}
interface Journey {
  /** Places orders through the channel door, as a customer's app would. */
  shopper: Shopper
  /** A page signed in as a demo account (`admin`, `office-staff`, …), in a browser context of its own. */
  signedIn: (account?: string, options?: Parameters<import('@playwright/test').Browser['newContext']>[0]) => Promise<Page>
  /** What went wrong in the browser so far: console errors, uncaught errors. */
  complaints: string[]
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
  shopper: async ({ product }, use) => use(await shopperOf(product)),
  complaints: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const complaints: string[] = []
      await use(complaints)
      expect(complaints, 'errors in the browser').toEqual([])
    },
    { auto: true },
  ],
  signedIn: async ({ browser, product, complaints }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (account = 'admin', options = {}) => {
      const context = await browser.newContext({ baseURL: product.address, ...options })
      contexts.push(context)
      const page = await context.newPage()
      listen(page, complaints)
      await signIn(page, account)
      return page
    })
    for (const context of contexts) await context.close()
  },
})

/** Writes down what a page complains about. An answer that the product means to give (401, 404, 409, 422) is no complaint. */
export function listen(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    if (
      message.type() !== 'error' ||
      /the server responded with a status of (401|403|404|409|422|503)|ERR_CONNECTION_REFUSED/.test(message.text())
    )
      return
    complaints.push(`${page.url()}: ${message.text()}`)
  })
}

/** Signs in through the login page and waits for the dashboard. */
export async function signIn(page: Page, account: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(`${account}@larder.test`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/dashboard')
}
