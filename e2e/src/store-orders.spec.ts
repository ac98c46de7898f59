import { orderContract, storeContract } from '@larder/contract'
import { expect, test } from './journey.ts'

test("a store's figures of today lead to the very orders that they count, in a tab of its page", async ({ signedIn, staff, shopper }) => {
  const { call } = await staff()
  const [code] = (await call(orderContract.reasons, {})).flatMap((reason) => (reason.kind === 'reject' ? [reason.code] : []))
  const placed = [await shopper.place({ vertical: 'fish' })]
  const storeId = placed[0]?.storeId ?? ''
  placed.push(await shopper.place({ vertical: 'fish', storeId }))
  const [{ id = '' } = {}] = placed
  const { version } = await call(orderContract.get, { params: { id } })
  await call(orderContract.reject, { params: { id }, body: { version, reason: code ?? '' } })

  const { name, today } = await call(storeContract.get, { params: { id: storeId } })
  const page = await signedIn('admin', `/store/storeProfile/${storeId}`)
  const tab = page.getByRole('tab', { name: 'Orders' })
  for (const [figure, count] of [
    ['Rejected', today.rejected],
    ['Orders', today.orders],
  ] as const) {
    await page.getByRole('link', { name: `${figure} ${count}` }).click()
    await expect(page).toHaveURL(new RegExp(`/store/storeorder/${storeId}\\?from=${today.day}&to=${today.day}`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByText(new RegExp(` of ${count}$`))).toBeVisible()
    await page.goBack()
  }

  await tab.click()
  await expect(page).toHaveURL(new RegExp(`/store/storeorder/${storeId}$`))
  await page
    .getByRole('row')
    .filter({ hasText: placed[1]?.number ?? '' })
    .getByRole('link')
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(placed[1]?.number ?? '')
  await page.goBack()
  await expect(tab).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(page).toHaveURL(new RegExp(`/store/storeProfile/${storeId}`))
})
