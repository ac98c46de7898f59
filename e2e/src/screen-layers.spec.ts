import { expect, test } from './journey.ts'
import { kindOf, record, walkOf } from './layers.ts'
import { filled, isPlainList, screenPaths } from './pages.ts'
import { phone } from './tour.ts'

/** What the shell opens is the same on every page, and is looked at on one. */
const shell = ['Search orders stores people pages', 'Order sound is on', 'Alerts', 'Theme']

/**
 * What every list opens, looked at on those that have each kind of filter; the way in from a file on that of crates. New orders, which would lie
 * over every screen after, are looked at in a journey of their own.
 */
const list = ['Filter', 'Sort columns and density']
const whole = new Set(['/order/view', '/audit-tails'])
const alike = /^(Filter|Sort columns and density|Export .*|Import (?!crates).*|Over the whole screen)$/
/** Where a row's acts are those of its record's page, they are looked at there. */
const paged = new Set(['/store/list', '/accounts/all'])
const alikePaged = /^(Filter|Sort columns and density|Export .*|Actions)$/

/**
 * What has to open on each screen whatever its records are like, by the names of what opens it. What else opens is looked at as well; of a list
 * as the kit draws it that is enough.
 */
const opening: Record<string, readonly string[]> = {
  '/dashboard': ['All branches', 'Another day'],
  '/approvals': [],
  '/order/view': [...list, 'Export orders'],
  '/order/orderDetails/:id': ['More actions', 'Print'],
  '/order/onlineOrder': [],
  '/order/rejected': [],
  '/order/scheduled': ['Actions'],
  '/order/deliverymap/:id/:type': [],
  '/order/review': ['Actions'],
  '/order/grocery/pending': [],
  '/customerService/customerorder/:id': [],
  '/customerService/carthistory/:id/:type': [],
  '/customerService/phoneOrder': [],
  '/feedback': ['Actions'],
  '/customerService/tickets': ['Add ticket', 'Actions'],
  '/customerService/tickets/:id': ['Answer', 'More actions'],
  '/order/map': [],
  '/order/replay': ['All branches'],
  '/order/hand-overs/new': ['Everything'],
  '/order/hand-overs/:id': [],
  '/branch/order': [],
  '/branch/order/days/:id': ['Sign off', 'Reopen'],
  '/deliveryBoy/add': [],
  '/deliveryBoy/list/:id': ['More actions'],
  '/deliveryBoy/proposals': [],
  '/store/add': ['Add store'],
  '/store/settings': [],
  '/store/storeProfile/viewMenu/:storeId/:catID': ['Add item'],
  '/store/scanMenu': [],
  '/store/scanMenu/:id': [],
  '/store/menuUpload': [],
  '/store/bulkupdate': [],
  '/store/changes/:id': ['Publish'],
  '/store/storeProfile/:id': ['More actions'],
  '/accounts/all': ['Add account'],
  '/accounts/all/:id': ['More actions'],
  '/audit-tails': [...list, 'Export audit trail', record],
  '/money/trial-balance': [],
  '/money/journal': [record],
  '/money/cash/:id': ['Take in cash'],
  '/money/cash-deposits/:id': ['Reverse'],
  '/settings/category-types': ['Add category type', 'Actions', record],
  '/settings/cusins': ['Add cuisine', 'Actions', record],
  '/settings/area': ['Add area', 'Actions', record],
  '/settings/storeLocation': ['Add store location', 'Actions', record],
  '/settings/tax-profiles': ['Add tax profile', 'Actions', record],
  '/settings/cratis': ['Add crate', 'Actions', 'Import crates', record],
  '/settings/crate-movements': ['Add movement', record],
  '/settings/status': [record],
  '/settings/reasons': ['Add reason', 'Actions', record],
  '/settings/branches': ['Add branch', record],
  '/settings/role': [],
  '/settings/role/:id': ['View as Accounts manager'],
  '/settings/permission': [record],
  '/settings/machine': ['Add machine', record],
  '/settings/channels': ['Add channel key', record],
  '/settings/setup': [],
  '/settings/configuration': ['Change name', 'Move planned change', 'Cancel planned change'],
  '/profile': [],
}

test('what is said to open stands on a screen', () => {
  expect(Object.keys(opening).filter((path) => !screenPaths.includes(path))).toEqual([])
})

test.describe.configure({ mode: 'parallel' })

test('axe finds nothing in what the shell opens', async ({ tour, staff }) => {
  const { me } = await staff()
  const page = await tour.visit('/dashboard')
  const walk = walkOf(tour, '/dashboard')
  await walk.all('.shell-head', [...shell, kindOf(`${me.person.name}, ${me.roleName}`)])
  await walk.after('?', () => page.keyboard.press('?'))
  await page.setViewportSize(phone)
  await walk.after('Menu', () => page.getByRole('button', { name: 'Menu', exact: true }).click())
  expect(walk.found, 'what axe finds').toEqual([])
})

// Nothing is written on the tour: what opens once a write has succeeded is not looked at (a wizard's later steps, kept drafts, the tray of
// tasks, a saved view's menu).
for (const path of screenPaths.filter((each) => each !== '/login')) {
  test(`axe finds nothing in what opens on ${path}`, async ({ tour, staff }) => {
    const sure = opening[path] ?? (isPlainList(path) ? [] : undefined)
    if (!sure) throw new Error(`${path} is not among the screens that say what has to open on them`)
    const address = await filled(path, await staff())
    const page = await tour.visit(address)
    const walk = walkOf(tour, address)
    await walk.all('main', sure, whole.has(path) ? undefined : paged.has(path) ? alikePaged : alike)
    // What can be done with a selection comes once there is one.
    if (path === '/order/view')
      for (const press of ['Message', 'Print'])
        await walk.after(press, async () => {
          await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
          await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: press }).click()
        })
    // A view that is none of those that are there.
    if (path === '/store/list')
      await walk.after('Save this view', async () => {
        await tour.visit(`${address}?q=a`)
        await page.getByRole('button', { name: 'Save this view' }).click()
      })
    expect(walk.found, 'what axe finds').toEqual([])
  })
}
