import { readFile } from 'node:fs/promises'
import { readPdf } from '../../apps/api/test/paper.ts'
import { wholeBrowser } from '../browsers.ts'
import { expect, type Page, test } from './journey.ts'

// A paper is read in the browser.
test.use({ launchOptions: wholeBrowser })

const pressOf = (page: Page) => page.getByRole('button', { name: 'Print', exact: true })
const receiptOf = (page: Page) => page.getByRole('menuitem', { name: /^Receipt/ })

/** Chromium marks it by a style of its own, from 150 on by a frame. */
async function hasViewer(tab: Page): Promise<boolean> {
  const isFramed = tab.frames().some((frame) => frame.url().startsWith('chrome-extension://'))
  return isFramed || (await tab.locator('link[href$="/pdf_embedder.css"]').count()) > 0
}

test('a receipt is printed twice, the second one says that it is a reprint, and the history tells both', async ({ signedIn, shopper }) => {
  const placed = await shopper.place({ vertical: 'grocery', name: 'Anila <b>Varghese</b>' })
  const page = await signedIn('admin', `/order/orderDetails/${placed.id}`)
  const papers: Buffer[] = []
  // A browser's inspector has nothing of an answer that is read as a file: it is read on its way.
  await page.route('**/api/order-prints/*', async (route) => {
    const answer = await route.fetch()
    papers.push(await answer.body())
    await route.fulfill({ response: answer })
  })
  const print = async () => {
    const [tab] = await Promise.all([page.context().waitForEvent('page'), receiptOf(page).click()])
    await tab.waitForURL(/^blob:/)
    // The browser's own viewer stands there: neither a blank page nor one that our policy has kept it from.
    await expect.poll(() => hasViewer(tab)).toBe(true)
    await tab.close()
    return readPdf(papers.pop() ?? new Uint8Array())
  }
  await pressOf(page).click()
  const first = await print()
  expect(first.text).toContain(`Receipt ${placed.number}`)
  expect(first.text).toContain('Anila <b>Varghese</b>')
  expect(first.text).not.toContain('Reprint')

  await page.keyboard.press('p')
  await page.getByRole('menuitem', { name: 'Use A4 instead' }).click()
  await page.keyboard.press('Escape')
  await expect(receiptOf(page)).toBeHidden()
  await page.keyboard.press('p')
  const second = await print()
  expect(second.text).toMatch(/Reprint · copy 2 · .* · by /)
  expect([first, second].map(({ pages }) => pages[0]?.width)).toEqual([227, 595])

  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Printed the receipt, on 80 mm roll' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Printed the receipt, copy 2, on A4' })).toBeVisible()
})

test('a phone keeps the receipt as a file', async ({ signedIn, shopper }) => {
  const placed = await shopper.place({ vertical: 'grocery' })
  const page = await signedIn('admin', `/order/orderDetails/${placed.id}`, { viewport: { width: 390, height: 844 }, hasTouch: true })
  await pressOf(page).tap()
  const [file] = await Promise.all([page.waitForEvent('download'), receiptOf(page).tap()])
  expect(file.suggestedFilename()).toBe(`Receipt ${placed.number}.pdf`)
  expect((await readPdf(await readFile(await file.path()))).text).toContain(`Receipt ${placed.number}`)
  expect(page.context().pages()).toEqual([page])
})

test('a receipt is mailed to where the customer asked for it; without a mail server it is kept, and opened there', async ({
  signedIn,
  shopper,
}) => {
  const placed = await shopper.place({ vertical: 'grocery' })
  const page = await signedIn('admin', `/order/orderDetails/${placed.id}`)
  await pressOf(page).click()
  await page.getByRole('menuitem', { name: 'Mail receipt' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mail receipt' })
  await dialog.getByLabel('E-mail').fill('anila at home')
  await dialog.getByRole('button', { name: 'Mail receipt' }).click()
  await expect(dialog.getByText('E-mail is not an e-mail address')).toBeVisible()
  await dialog.getByLabel('E-mail').fill('anila@home.test')
  await dialog.getByRole('button', { name: 'Mail receipt' }).click()
  await expect(page.getByText(`the receipt of ${placed.number} is kept in Outgoing mail`)).toBeVisible()

  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Mailed the receipt to another address' })).toBeVisible()

  await page.goto('/settings/mail?q=anila%40home')
  await page.getByText(`Receipt for order ${placed.number}`).first().click()
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: `Receipt ${placed.number}.pdf` }).click(),
  ])
  await tab.waitForURL(/^blob:/)
})
