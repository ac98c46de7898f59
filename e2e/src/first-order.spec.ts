import { channelContract } from '@larder/contract'
import { callerOf } from './caller.ts'
import { expect, type Page, test } from './journey.ts'
import { startEmptyProduct } from './product.ts'

const password = 'velvet tram 81 onion'
const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

test('an empty installation is set up in the browser until its first order comes, and is accepted', async ({ visitor }) => {
  test.setTimeout(120_000)
  const product = await startEmptyProduct()
  try {
    const page = await visitor()
    await page.goto(product.firstAdminLink)
    await page.getByLabel('Name').fill('Asha Menon')
    await page.getByLabel('E-mail').fill('asha@larder.test')
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByLabel('Confirm new password').fill(password)
    await page.getByRole('button', { name: 'Save and continue' }).click()
    await expect(page.getByText('0 of 6 done')).toBeVisible()

    await page.getByRole('link', { name: 'Open the configuration' }).first().click()
    await page.getByRole('button', { name: 'Change name of the marketplace' }).click()
    const renaming = page.getByRole('dialog', { name: 'Change name of the marketplace' })
    await renaming.getByLabel('Name of the marketplace').fill('Malabar Market')
    await renaming.getByRole('button', { name: 'Change' }).click()
    await expect(page.getByText('Malabar Market').first()).toBeVisible()
    await toSetUp(page)
    for (const step of ['Name, currency and time zone', 'Tax']) await page.getByRole('button', { name: `Right as it is: ${step}` }).click()
    await expect(page.getByText('2 of 6 done')).toBeVisible()

    await page.getByRole('link', { name: 'Add a branch' }).click()
    const branch = page.getByRole('dialog', { name: 'Add branch' })
    await branch.getByRole('textbox', { name: 'Name' }).fill('Kochi')
    await branch.getByLabel('Code').fill('KOC')
    await expect(branch.getByLabel('Time zone'), 'that of the installation').toHaveValue('Asia/Kolkata')
    await branch.getByRole('textbox', { name: 'Partner' }).fill('Kochi Foods')
    await branch.getByRole('button', { name: 'Add' }).click()
    await expect(page.getByRole('row', { name: /Kochi Foods/ })).toBeVisible()

    await toSetUp(page)
    await page.getByRole('link', { name: 'Draw an area' }).click()
    await drawArea(page)

    await toSetUp(page)
    await page.getByRole('link', { name: 'Invite somebody' }).click()
    await page.getByRole('button', { name: 'Add account' }).click()
    const account = page.getByRole('dialog', { name: 'Add account' })
    await account.getByLabel('Name').fill('Devika Rajan')
    await account.getByLabel('E-mail').fill('devika@larder.test')
    await account.getByRole('combobox', { name: 'Role' }).selectOption({ label: 'Office staff' })
    await account.getByRole('combobox', { name: 'Scope' }).selectOption('all')
    await account.getByRole('button', { name: 'Add' }).click()
    const invitation = page.getByRole('dialog', { name: 'Invitation for Devika Rajan' })
    await expect(invitation).toContainText('/login#invite=')
    await invitation.getByRole('button', { name: 'Done' }).click()

    await toSetUp(page)
    await page.getByRole('link', { name: 'Make a key' }).click()
    const key = page.getByRole('dialog', { name: 'Add channel key' })
    await key.getByRole('radio', { name: /^Customer app/ }).check()
    await key.getByLabel('Name').fill('The app')
    await key.getByRole('button', { name: 'Add' }).click()
    const shown = page.getByRole('dialog', { name: 'Key of The app' })
    const channelKey = (await shown.getByText(/^[\w-]{43}$/).innerText()).trim()
    await shown.getByRole('button', { name: 'Done' }).click()
    await toSetUp(page)
    await expect(page.getByText('Everything is there. Orders come in as soon as a store with a menu is live.')).toBeVisible()

    await product.openStore()
    const app = callerOf(product.address, channelKey)
    const [store] = await app(channelContract.stores, {})
    if (!store) throw new Error('no store is open')
    const [dish] = await app(channelContract.menu, { params: { id: store.id } })
    const order = await app(channelContract.placeOrder, {
      body: {
        externalId: 'first',
        storeId: store.id,
        orderType: 'pickup',
        customer: { name: 'Meera Thomas', phone: '+919847012345' },
        lines: [{ itemId: dish?.id ?? '', quantity: 2 }],
        payment: { method: 'cash' },
      },
    })
    await page.goto(`${product.address}/order/orderDetails/${order.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('KOC')
    await page.getByRole('button', { name: /^Accept/ }).click()
    await expect(page.getByText('Accepted').first()).toBeVisible()
    await nameTileSource(page, product.address)
    await page.close()
  } finally {
    await product.stop()
  }
})

/** From then on maps show the streets below the area that was drawn without any. */
async function nameTileSource(page: Page, address: string): Promise<void> {
  const asked: string[] = []
  await page.route('https://tiles.test/**', (route) => {
    asked.push(new URL(route.request().url()).pathname)
    return route.fulfill({ contentType: 'image/png', body: Buffer.from(onePixel, 'base64') })
  })
  await page.goto(`${address}/settings/configuration`)
  for (const [label, value] of [
    ['Map tiles', 'https://tiles.test/{z}/{x}/{y}.png'],
    ['Whom maps name as the source of their tiles', 'Surveyors of Kerala'],
  ] as const) {
    await page.getByRole('button', { name: `Change ${label.charAt(0).toLowerCase()}${label.slice(1)}` }).click()
    const dialog = page.getByRole('dialog', { name: /^Change / })
    await dialog.getByLabel(label).fill(value)
    await dialog.getByRole('button', { name: 'Change' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await page.goto(`${address}/settings/area`)
  await page.getByRole('row', { name: /Fort Kochi/ }).click()
  const map = page.getByRole('application', { name: 'Map of Fort Kochi' })
  await expect(map.locator('.leaflet-tile-loaded').first()).toBeVisible()
  await expect(map.getByText('Surveyors of Kerala')).toBeVisible()
  await expect(map.locator('.map-degrees')).toHaveCount(0)
  expect(asked).toContainEqual(expect.stringMatching(/^\/\d+\/\d+\/\d+\.png$/))
}

async function toSetUp(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Set up', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Set up' })).toBeVisible()
}

/** The first corner by its degrees, for nothing lies around; the others by clicks. */
async function drawArea(page: Page): Promise<void> {
  const area = page.getByRole('dialog', { name: 'Add area' })
  await area.getByLabel('Name').fill('Fort Kochi')
  await area.getByRole('combobox', { name: 'Branch' }).click()
  await page.getByRole('option', { name: 'Kochi' }).click()
  await area.getByRole('button', { name: 'Add the first corner' }).click()
  for (const [name, degrees] of [
    ['latitude', '9.9312'],
    ['longitude', '76.2673'],
  ] as const) {
    await area.getByLabel(`Corner 1: ${name}`).fill(degrees)
    await area.getByLabel(`Corner 1: ${name}`).press('Tab')
  }
  const map = area.getByRole('application', { name: 'Delivery area' })
  await map.scrollIntoViewIfNeeded()
  await expect(map.getByText(/^\d+\.\d+° [NE]$/).first()).toBeVisible()
  for (const position of [
    { x: 150, y: 80 },
    { x: 380, y: 90 },
    { x: 360, y: 280 },
  ])
    await map.click({ position })
  await expect(area.getByText(/^4 corners, \d/)).toBeVisible()
  await area.getByRole('button', { name: 'Next' }).click()
  await area.getByRole('button', { name: 'Add tier' }).click()
  await area.getByLabel('Fee of tier 1').fill('25')
  await area.getByLabel('Minimum order').fill('99')
  await area.getByRole('button', { name: 'Next' }).click()
  await area.getByRole('button', { name: 'Add area' }).click()
  await expect(page.getByRole('row', { name: /Fort Kochi/ })).toBeVisible()
}
