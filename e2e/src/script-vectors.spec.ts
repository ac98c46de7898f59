import { ledgerAccountContract, savedViewContract, settingContract } from '@larder/contract'
import { expect, test } from './journey.ts'
import { filled, paths } from './pages.ts'
import { startProduct } from './product.ts'
import { openStores, staffOf } from './staff.ts'
import { startTour, wide } from './tour.ts'

/** Some of what people write and read: whatever else there is, these are reached. */
const sure = [
  'approval.title',
  'area.name',
  'audit_entry.actor_name',
  'audit_entry.new',
  'branch.name',
  'category_type.name',
  'channel_key.name',
  'crate.name',
  'customer.name',
  'machine.name',
  'mail.body',
  'order_event.actor_name',
  'order_line.name',
  'order_reason.label',
  'order_status.label',
  'orders.address',
  'orders.customer_name',
  'orders.note',
  'rider.name',
  'role.name',
  'saved_view.name',
  'session.user_agent',
  'staff.name',
  'store.display_name',
]

test('whatever people wrote, no page runs it, fetches for it, or breaks a rule of its policy', async ({ browser }) => {
  test.setTimeout(300_000)
  const product = await startProduct({ orders: 300 })
  try {
    const staff = await staffOf(product, 'admin')
    // What the demo has none of.
    await openStores(staff)
    const view = { resource: 'order', name: 'Mine', query: { status: 'late' }, isShared: true }
    await staff.call(savedViewContract.create, { body: view })
    await staff.call(settingContract.change, {
      params: { id: 'installation.name' },
      body: { version: 0, value: '<img src=//canary.test/i>' },
    })
    // Words are spoilt past the triggers: what the ledger books of the demo in the background is booked before.
    const booked = async () => (await staff.call(ledgerAccountContract.progress, {})).percent
    await expect.poll(booked, { timeout: 60_000 }).toBe(100)
    expect(await product.spoilWords()).toEqual(expect.arrayContaining(sure))
    // What a process remembers it reads anew.
    await product.restart()

    const localStorage = [{ name: 'accessToken', value: staff.me.accessToken }]
    const storageState = { cookies: [], origins: [{ origin: product.address, localStorage }] }
    const context = await browser.newContext({ baseURL: product.address, storageState, viewport: wide, reducedMotion: 'reduce' })
    const ran: string[] = []
    await context.exposeBinding('tellBroken', ({ page }, rule: string) => void ran.push(`${page.url()}: ${rule}`))
    await context.addInitScript(() =>
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
        (window as unknown as { tellBroken: (rule: string) => void }).tellBroken(`${violatedDirective} ${blockedURI} ${sample}`),
      ),
    )
    context.on('request', (request) => request.url().includes('canary') && ran.push(request.url()))
    const tour = await startTour(context, [])
    tour.page.on('dialog', (dialog) => ran.push(`a dialog: ${dialog.message()}`))
    tour.page.on('pageerror', (error) => ran.push(`${tour.page.url()}: ${error.message}`))

    let seen = 0
    for (const path of paths.filter((each) => each !== '/login')) {
      const page = await tour.visit(path.endsWith('/view') ? `${path}?view=all` : await filled(path, staff))
      const record = page.locator('[data-row] a[href*="?record="]').first()
      if (await record.isVisible()) {
        await record.click()
        await expect(page.getByRole('dialog')).toBeVisible()
        await tour.quiet()
      }
      if ((await page.locator('body').innerText()).includes('canary.test')) seen++
      expect(await page.locator('a[href]').evaluateAll(leadingAstray), page.url()).toEqual([])
      if (await record.isVisible()) await page.keyboard.press('Escape')
    }
    expect(seen, 'pages that show a vector').toBeGreaterThan(paths.length / 2)
    expect(ran).toEqual([])

    const refusal = await tour.page.evaluate(() => {
      try {
        document.createElement('div').innerHTML = '<img>'
        return null
      } catch (error) {
        return (error as Error).name
      }
    })
    expect(refusal, 'a text that is to become HTML').toBe('TypeError')
    await context.close()
  } finally {
    await product.stop()
  }
})

/** Links whose address what people wrote is a part of; in a query it is a value of ours, as what a list is cut to. */
function leadingAstray(links: Element[]): string[] {
  return links.flatMap((link) => {
    const { protocol, host, pathname, href } = link as HTMLAnchorElement
    return /canary|^(javascript|data):/i.test(protocol + host + pathname) ? [href] : []
  })
}
