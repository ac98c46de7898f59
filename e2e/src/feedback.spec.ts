import { channelContract, macroContract } from '@larder/contract'
import { callerOf } from './caller.ts'
import { expect, test } from './journey.ts'
import { lifeOf } from './staff.ts'

test('what a customer says is assigned, tagged, answered and made into a ticket, which is answered with a macro', async ({
  signedIn,
  staff,
  shopper,
  product,
}) => {
  const { id, number, total } = await shopper.place({ vertical: 'restaurant' })
  const life = await lifeOf(await staff(), id)
  await life.pickUp()
  await life.deliver(total)
  const page = await signedIn('custumercare-executive', '/feedback')
  await expect(page.getByRole('heading', { name: 'Feedback', exact: true })).toBeVisible()

  // It comes in while the list is open, and once, however often the app sends it.
  const words = `The gravy of ${number} had leaked`
  const say = callerOf(product.address, product.channelKey)
  const body = { externalId: `leak-${number}`, orderId: id, kind: 'complaint', stars: 2, text: words } as const
  for (let time = 0; time < 2; time += 1) await say(channelContract.feedback, { body })
  const row = page.getByRole('row').filter({ hasText: words })
  const weeks = page.getByRole('table', { name: 'Tags by week' }).locator('..')
  expect(await weeks.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 'every week is in sight').toBeLessThanOrEqual(0)
  await expect(row).toHaveCount(1)
  await expect(row.getByText('New', { exact: true })).toBeVisible()

  await row.getByText(words).click()
  const record = page.getByRole('dialog', { name: /^F-\d+/ })
  await record.getByRole('button', { name: 'Assign to me' }).click()
  await expect(record.getByText('Assigned', { exact: true }).first()).toBeVisible()
  await record.getByRole('button', { name: 'Tag', exact: true }).click()
  const tag = page.getByRole('dialog', { name: 'Tag' })
  await tag.getByRole('checkbox', { name: 'Packing' }).check()
  await tag.getByRole('checkbox', { name: 'Food quality' }).check()
  await tag.getByRole('button', { name: 'Tag', exact: true }).click()
  await expect(record.getByText('Food quality, Packing')).toBeVisible()

  // The key that stands on it does it.
  await record.getByRole('tab', { name: 'Feedback' }).press('a')
  const answer = page.getByRole('dialog', { name: 'Answer' })
  await expect(answer).toContainText(`It is told as a message of ${number}.`)
  await answer.getByRole('textbox', { name: 'Answer' }).fill('We are sorry, and look into it.')
  await answer.getByRole('button', { name: 'Answer' }).click()
  await expect(record.getByText('Answered', { exact: true }).first()).toBeVisible()

  await record.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Make a ticket' }).click()
  const make = page.getByRole('dialog', { name: 'Make a ticket' })
  await expect(make.getByRole('combobox', { name: 'Topic' }), 'what its tags say').toHaveValue('poor-quality')
  await expect(make.getByRole('combobox', { name: 'Queue' })).toHaveValue('care')
  await expect(make.getByLabel('I handle the ticket')).toBeChecked()
  await make.getByRole('button', { name: 'Make a ticket' }).click()
  await record.getByRole('link', { name: /^T-\d+$/ }).click()
  await expect(page).toHaveURL(/\/customerService\/tickets\//)
  await expect(page.getByText(words).first()).toBeVisible()
  await expect(page.getByRole('link', { name: /^F-\d+$/ }).first()).toBeVisible()
  const facts = page.getByRole('region', { name: 'Ticket', exact: true })
  await expect(facts.getByText((await staff('custumercare-executive')).me.person.name), 'whoever made it handles it').toBeVisible()
  await expect(facts.getByText(/^Solution due in /), 'it was answered already').toBeVisible()
  await expect(page.getByText('We are sorry, and look into it.')).toBeVisible()

  // By keyboard alone: from the text to the macros below it, and back.
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  const reply = page.getByRole('dialog', { name: 'Answer' })
  const text = reply.getByRole('textbox', { name: 'Text' })
  await text.fill('Hello.')
  await page.keyboard.press('Tab')
  await expect(reply.getByRole('button', { name: 'Macros' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: /^Late, on its way/ })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue(new RegExp(`^Hello\\.\\nDear .+, we are sorry that something of ${number} was missing`))
  await text.press('Control+End')
  await text.pressSequentially(', Larder')
  await reply.getByRole('button', { name: 'Answer' }).click()
  await expect(page.getByText(/was missing\. What you paid for it goes back to you\.[\s\S]*, Larder$/)).toBeVisible()
})

test('a macro is kept; a placeholder that there is not is refused at the text', async ({ signedIn, staff }) => {
  const page = await signedIn('custumercare-admin', '/customerService/macros')
  await page.getByRole('button', { name: 'Add macro' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Name' }).fill('Call back')
  const text = form.getByRole('textbox', { name: 'Text' })
  await text.fill('Dear {custmer}, we call you back.')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(form.getByText(/knows no \{custmer\}/)).toBeVisible()
  await text.fill('Dear {customer}, we call you back.')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Call back' })).toBeVisible()
  const { call } = await staff()
  const { rows } = await call(macroContract.list, { query: { q: 'Call back' } })
  expect(rows.map(({ text: kept }) => kept)).toEqual(['Dear {customer}, we call you back.'])
})
