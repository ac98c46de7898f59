import { orderContract } from '@larder/contract'
import { readPdf } from '../../apps/api/test/paper.ts'
import { wholeBrowser } from '../browsers.ts'
import { expect, type Page, test } from './journey.ts'

// A paper is read in the browser.
test.use({ launchOptions: wholeBrowser })

const select = async (page: Page, numbers: readonly string[]) => {
  for (const number of numbers) await page.getByRole('checkbox', { name: `Select ${number}` }).check()
}
const bar = (page: Page) => page.getByRole('region', { name: 'Selected rows' })

test('orders are found by what was bought, then accepted, written about and printed at once; which were not is said by number', async ({
  signedIn,
  staff,
  shopper,
}) => {
  const first = await shopper.place({ vertical: 'fruits', orderType: 'pickup' })
  const second = await shopper.place({ vertical: 'fruits', orderType: 'pickup', storeId: first.storeId })
  const { call } = await staff()
  const seen = (id: string) => call(orderContract.get, { params: { id } })
  const item = (await seen(first.id)).lines[0]?.name ?? ''
  const page = await signedIn('admin', '/order/fruits/view')
  await page.getByRole('searchbox', { name: /^Search: / }).fill(item)
  // What is chosen before the search is another page's, and goes with it.
  await expect(page).toHaveURL(/[?&]q=/)
  await select(page, [first.number, second.number])

  // Somebody else is quicker with one of them: it is named, with the reason, and stays selected.
  await call(orderContract.accept, { params: { id: second.id }, body: { version: (await seen(second.id)).version } })
  await bar(page).getByRole('button', { name: 'Message' }).click()
  const message = page.getByRole('dialog', { name: 'Send a message about 2 orders' })
  await message.getByRole('radio', { name: 'The customer' }).check()
  await message.getByRole('textbox', { name: 'Message' }).fill('The kitchen is ten minutes behind.')
  await message.getByRole('button', { name: 'Send a message about 2 orders' }).click()
  await expect(page.getByText('2 sent')).toBeVisible()
  expect((await seen(first.id)).events.at(-1)).toMatchObject({ type: 'messageToCustomer', note: 'The kitchen is ten minutes behind.' })

  await expect(page.getByRole('row').filter({ hasText: second.number })).toContainText('Accepted')
  await select(page, [first.number, second.number])
  const papers: Buffer[] = []
  await page.route('**/api/order-prints/*/together', async (route) => {
    const answer = await route.fetch()
    papers.push(await answer.body())
    await route.fulfill({ response: answer })
  })
  await bar(page).getByRole('button', { name: 'Print' }).click()
  const [tab] = await Promise.all([page.context().waitForEvent('page'), page.getByRole('menuitem', { name: /^Kitchen ticket/ }).click()])
  await tab.waitForURL(/^blob:/)
  await tab.close()
  const { pages, text } = await readPdf(papers[0] ?? new Uint8Array())
  expect(pages).toHaveLength(2)
  for (const { number } of [first, second]) expect(text).toContain(number)

  await bar(page).getByRole('button', { name: 'Accept' }).click()
  const accept = page.getByRole('dialog', { name: 'Accept 1 order' })
  await expect(accept).toContainText('1 of the 2 selected is left out')
  await accept.getByRole('button', { name: 'Accept 1 order' }).click()
  await expect(page.getByRole('list', { name: 'Not done' }).getByRole('listitem')).toHaveText(`${second.number} not awaiting acceptance`)
  const { status, prepMinutes } = await seen(first.id)
  expect([status, prepMinutes]).toEqual(['accepted', (await seen(second.id)).prepMinutes])
})
