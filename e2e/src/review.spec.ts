import { channelContract, verticals } from '@larder/contract'
import { callerOf } from './caller.ts'
import { expect, test } from './journey.ts'
import { lifeOf } from './staff.ts'

test('what a customer says is answered, and hidden with a reason', async ({ signedIn, staff, shopper, product }) => {
  const { id, number, total } = await shopper.place({ vertical: 'grocery' })
  const life = await lifeOf(await staff(), id)
  await life.pickUp()
  await life.deliver(total)
  const words = `Two of the eggs of ${number} were broken`
  await callerOf(product.address, product.channelKey)(channelContract.review, { body: { orderId: id, food: 2, text: words } })

  const page = await signedIn('custumercare-admin', '/order/review')
  // The filter that the specification begins with.
  await expect(page).toHaveURL(/vertical=restaurant/)
  await page.getByRole('tab', { name: verticals.grocery.label, exact: true }).click()
  await expect(page).toHaveURL(/vertical=grocery/)
  const row = page.getByRole('row').filter({ hasText: words })
  await expect(row.getByRole('img', { name: '2 stars' })).toBeVisible()
  await row.getByRole('button', { name: `Actions on ${number}` }).click()
  await page.getByRole('menuitem', { name: 'Reply' }).click()
  const reply = page.getByRole('dialog', { name: 'Reply' })
  await expect(reply).toContainText(words)
  await reply.getByRole('textbox', { name: 'Answer' }).fill('We are sorry: the next ones are on us.')
  await reply.getByRole('button', { name: 'Reply' }).click()
  await expect(page.getByText(`Review of ${number} answered`)).toBeVisible()

  await row.getByRole('button', { name: `Actions on ${number}` }).click()
  await page.getByRole('menuitem', { name: 'Hide' }).click()
  const hide = page.getByRole('dialog', { name: 'Hide' })
  await hide.getByRole('button', { name: 'Hide' }).click()
  await expect(hide.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await hide.getByRole('textbox', { name: 'Reason' }).fill('It is about another order')
  await hide.getByRole('button', { name: 'Hide' }).click()
  await expect(row.getByText('Hidden')).toBeVisible()
})
