import { expect, type Page, test } from './journey.ts'
import { menuRoles } from './menu-golden.ts'
import { isPlainList, screenOf } from './pages.ts'
import { startTour } from './tour.ts'

/** What is read once and then known on every page, what stands in its head, and what a page that one leaves may still begin to read. */
const known = ['/api/saved-views', '/api/drafts', '/api/roles/assignable', '/api/orders/load', '/api/alerts', '/api/tasks']
/** What every page reads anew when a journey beside this one calls a status otherwise. */
const besides = [...known, '/api/orders/statuses', '/api/orders/unhandled']

/**
 * What is asked of a list that would ask nothing otherwise: the steps above it open by themselves, or the tab of a page before it
 * has just read the same rows.
 */
const askedOf: Readonly<Record<string, string>> = { '/deliveryBoy/add': '?sort=createdAt', '/store/temporary-states': '?kind=paused' }

test.describe.configure({ mode: 'parallel' })

for (const role of menuRoles) {
  test(`nothing is refused that a page of the menu asks for, and a list opens in one call: ${role}`, async ({ signedIn, complaints }) => {
    const context = (await signedIn(role)).context()
    const { page, visit, quiet } = await startTour(context, complaints)
    const asked = new Set<string>()
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (request.method() === 'GET' && pathname.startsWith('/api/') && !besides.includes(pathname)) asked.add(pathname)
    })
    await visit('/profile')
    const screens = new Set<string>()
    for (const path of await pagesOfMenu(page)) {
      if (screens.has(screenOf(path))) continue
      screens.add(screenOf(path))
      await quiet()
      asked.clear()
      await visit(`${path}${askedOf[path] ?? ''}`)
      await quiet()
      if (isPlainList(path) || path.startsWith('/accounts/')) expect([...asked], path).toHaveLength(1)
    }
    expect(screens.size).toBeGreaterThan(10)
  })
}

/** Where the entries of one's menu lead. */
async function pagesOfMenu(page: Page): Promise<string[]> {
  const menu = page.getByRole('navigation', { name: 'Pages' })
  const closed = menu.locator('button[aria-expanded=false]')
  for (let left = await closed.count(); left > 0; left--) await closed.first().click()
  return menu.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
}
