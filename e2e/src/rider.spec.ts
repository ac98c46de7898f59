import {
  bankAccountContract,
  channelContract,
  currentInstant,
  formatOf,
  orderContract,
  riderContract,
  storeContract,
} from '@larder/contract'
import { pressAct } from './acts.ts'
import { callerOf } from './caller.ts'
import { expect, type Page, test } from './journey.ts'

const name = 'Aaron Abraham'
const papers = [
  { kind: 'identity', number: '4242 1234 9876', ends: '' },
  { kind: 'driving-licence', number: 'KL07 20190001234', ends: '2031-03-31' },
  { kind: 'vehicle-insurance', number: 'INS-55-887766', ends: '2027-09-30' },
] as const

/** Whether all four corners of something can be pressed. */
function isWholeInSight(element: Element): boolean {
  element.scrollIntoView({ block: 'center' })
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const corners = [left + 4, right - 4].flatMap((x) => [top + 4, bottom - 4].map((y) => document.elementFromPoint(x, y)))
  return corners.every((at) => element.contains(at))
}

/** Enters the papers of a rider, each with its number, its last day and its picture. */
async function enterPapers(page: Page): Promise<void> {
  const steps = page.getByRole('dialog', { name: 'Add rider' })
  const buffer = await page.screenshot()
  for (const [index, { kind, number, ends }] of papers.entries()) {
    const of = `of document ${index + 1}`
    await steps.getByRole('button', { name: 'Add document' }).click()
    await steps.getByRole('combobox', { name: `Kind ${of}` }).selectOption(kind)
    await steps.getByLabel(`Number ${of}`).fill(number)
    if (ends) await steps.getByRole('textbox', { name: `Ends on ${of}` }).fill(ends)
    const input = steps.locator('input[type=file]').nth(index)
    await input.setInputFiles({ name: `${kind}.png`, mimeType: 'image/png', buffer })
    await expect(steps.getByRole('button', { name: `Replace picture ${of}` })).toBeVisible()
    await expect(steps.getByRole('progressbar')).toHaveCount(0)
    expect(await steps.getByRole('button', { name: `Replace picture ${of}` }).evaluate(isWholeInSight), 'nothing lies over it').toBe(true)
    const day = steps.getByRole('textbox', { name: `Ends on ${of}` })
    expect(await day.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth), 'the day is not cut').toBe(true)
  }
}

test('a rider is taken on on two devices, with papers and a bank account, approved by somebody else, and earns by what they then deliver', async ({
  newcomer,
  signedIn,
  staff,
  shopper,
  product,
}) => {
  test.setTimeout(150_000)
  const { call } = await staff()
  const order = await shopper.place({ vertical: 'grocery', method: 'cash' })
  const { branch, area } = await call(storeContract.get, { params: { id: order.storeId } })
  const maker = await newcomer('admin')

  // Begun on one device.
  const first = await maker('/deliveryBoy/add')
  const begun = first.getByRole('dialog', { name: 'Add rider' })
  await begun.getByLabel('Name').fill(name)
  await begun.getByLabel('Phone').fill('98472 45454')
  await begun.getByRole('button', { name: 'Next' }).click()
  await begun.getByRole('combobox', { name: 'Vehicle' }).selectOption('scooter')
  await begun.getByLabel('Number plate').fill('KL-07-B-4242')
  await begun.getByRole('button', { name: 'Next' }).click()
  await begun.getByRole('combobox', { name: 'Branch' }).fill(branch.name)
  await first.getByRole('option', { name: branch.name }).first().click()
  await begun.getByRole('combobox', { name: 'Areas' }).fill(area.name)
  await first.getByRole('option', { name: area.name }).first().click()
  await begun.getByRole('button', { name: 'Next' }).click()
  await enterPapers(first)
  await begun.getByRole('button', { name: 'Finish later' }).click()
  await expect(begun).toHaveCount(0)

  // Gone on with on another.
  const office = await maker('/deliveryBoy/add')
  const kept = office.getByRole('region', { name: `Draft ${name}` })
  await expect(kept).toContainText('step 4 of 7')
  await expect(office.getByRole('dialog')).toHaveCount(0)
  await kept.getByRole('button', { name: 'Continue' }).click()
  const steps = office.getByRole('dialog', { name: 'Add rider' })
  const next = () => steps.getByRole('button', { name: 'Next' }).click()
  for (const [index, { number, ends }] of papers.entries()) {
    await expect(steps.getByLabel(`Number of document ${index + 1}`)).toHaveValue(number)
    if (ends) await expect(steps.getByRole('textbox', { name: `Ends on of document ${index + 1}` })).not.toHaveValue('')
    await expect(steps.getByRole('button', { name: `Replace picture of document ${index + 1}` })).toBeVisible()
  }
  await next()
  await expect(steps.getByText('Account numbers are not kept in a draft.')).toBeVisible()
  await steps.getByLabel('Account holder').fill(name)
  await steps.getByLabel('Account number', { exact: true }).fill('50100412345678')
  await steps.getByLabel('Account number again').fill('50100412345678')
  await steps.getByLabel('Bank code').fill('HDFC0001234')
  await next()
  await steps.getByLabel('Cash limit').fill('5000')
  await next()
  await expect(steps.getByText('•••• 5678').first()).toBeVisible()
  await expect(steps.getByText('Bank account It waits for approval.')).toBeVisible()
  await steps.getByRole('button', { name: 'Add rider' }).click()
  await expect(office.getByRole('status').filter({ hasText: 'Rider added' })).toBeVisible()
  await office.goto('/deliveryBoy/list?status=applied')
  await office.getByRole('link', { name }).click()
  await office.getByRole('button', { name: 'Hand in for review' }).click()
  await expect(office.getByText('In review').first()).toBeVisible()
  await expect(office.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0)

  // Looked through and approved by another person.
  const lead = await signedIn('custumercare-admin', '/deliveryBoy/list?status=review')
  await lead.getByRole('link', { name }).click()
  await expect(lead.getByText('Nothing is missing.')).toBeVisible()
  await lead.getByRole('tab', { name: 'Documents' }).click()
  const shown = lead.getByRole('table', { name: `Documents of ${name}` })
  await expect(shown.getByRole('row').filter({ hasText: 'Driving licence' })).toContainText('2031')
  await expect(shown.locator('img')).toHaveCount(papers.length)
  await lead.getByRole('button', { name: 'Approve' }).click()
  await expect(lead.getByRole('status').filter({ hasText: `${name} is active` })).toBeVisible()

  // Another account waits for another person; until then the one that came with the application is paid.
  const [rider] = (await call(riderContract.list, { query: { q: name } })).rows
  const id = rider?.id ?? ''
  const accounts = await signedIn('accounts-executive', `/bankdetails/view?q=${encodeURIComponent(name)}`)
  const used = accounts.getByRole('row').filter({ hasText: '•••• 5678' })
  await expect(used).toContainText('In use')
  await call(bankAccountContract.create, {
    body: { riderId: id, holder: name, accountNumber: '50100412349999', accountNumberAgain: '50100412349999', code: 'HDFC0001234' },
  })
  await expect(accounts.getByRole('row').filter({ hasText: '•••• 9999' })).toContainText('Waiting for approval')
  await expect(used).toContainText('In use')
  const checker = await signedIn('accountant-admin', '/bankdetails/view')
  await checker.getByRole('tab', { name: 'To approve' }).click()
  await checker.getByRole('row').filter({ hasText: '•••• 9999' }).getByRole('link', { name }).first().click()
  const record = checker.getByRole('dialog', { name: /9999/ })
  await pressAct(checker, record, 'Approve')
  await checker.getByRole('dialog', { name: 'Approve' }).getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(accounts.getByRole('row').filter({ hasText: '•••• 9999' })).toContainText('Approved')
  await expect(used).toContainText('In use')

  // On shift, with an order.
  const ask = callerOf(product.address, product.channelKey)
  const position = { point: { lat: 9.97, lng: 76.28 }, at: currentInstant(), shiftState: 'available', batteryPct: 80 } as const
  await ask(channelContract.positions, { params: { id }, body: position })
  const { version } = await call(orderContract.get, { params: { id: order.id } })
  await call(orderContract.accept, { params: { id: order.id }, body: { version, prepMinutes: 15 } })
  const current = async () => ({
    params: { id: order.id },
    body: { version: (await call(orderContract.get, { params: { id: order.id } })).version },
  })
  await call(orderContract.startPreparing, await current())
  const now = await current()
  await call(orderContract.assignRider, { ...now, body: { ...now.body, riderId: id } })
  await call(orderContract.markReady, await current())
  for (const type of ['arriveAtStore', 'pickUp', 'arriveAtCustomer', 'deliver'] as const)
    await shopper.act(order.id, { type, as: 'rider', ...(type === 'deliver' && { collected: order.total }) })

  // What it came to stands on their record.
  await lead.getByRole('tab', { name: 'Earnings' }).click()
  const earned = lead.getByRole('row').filter({ hasText: order.number })
  await expect(earned).toContainText(/km × /)
  await lead.getByRole('tab', { name: 'Shifts' }).click()
  const days = lead.getByRole('table', { name: `Days of ${name}` })
  await expect(days).toBeVisible()
  // What a day is read for stands on a phone, too, without scrolling.
  const room = lead.viewportSize()
  await lead.setViewportSize({ width: 390, height: 844 })
  const rightOf = async () => {
    const { x, width } = (await days.getByRole('columnheader', { name: 'Earned' }).boundingBox()) ?? { x: 390, width: 390 }
    return x + width
  }
  await expect.poll(rightOf).toBeLessThanOrEqual(390)
  if (room) await lead.setViewportSize(room)
  const cash = lead.getByRole('definition').filter({ hasText: 'of ₹5,000' })
  await lead.getByRole('tab', { name: 'Overview' }).click()
  await expect(cash).toContainText(formatOf({ numbers: 'en-IN', dates: 'en-US', clock: '12-hour' }).money(order.total))
})
