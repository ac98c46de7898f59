import { addMinutes, currentInstant, rushModeContract, storeContract } from '@larder/contract'
import { expect, test } from './journey.ts'

test('while a rush is on, the board and the page of a store tell where and until when, and no longer', async ({ signedIn, staff }) => {
  const { call } = await staff()
  const [store] = (await call(storeContract.list, { query: { vertical: 'grocery', status: 'live', limit: 1 } })).rows
  if (!store) throw new Error('no grocer is live')
  const rush = await call(rushModeContract.create, {
    body: {
      ...{ branchId: store.branch.id as never, areaId: store.area.id as never, vertical: 'grocery', extraMinutes: 15 },
      ...{ endsAt: addMinutes(currentInstant(), 45), reason: 'Heavy rain' },
    },
  })
  const board = await signedIn('admin', '/order/grocery/pending')
  const page = await signedIn('admin', `/store/storeProfile/${store.id}`)
  const words = `Rush mode in ${store.area.name}, Grocery: 15 more minutes of preparation.`
  const notices = [board, page].map((shown) =>
    shown.getByRole('list', { name: 'Rush mode' }).getByRole('listitem').filter({ hasText: words }),
  )
  for (const notice of notices) await expect(notice).toContainText(/Ends in 4\d min/)
  const fish = await signedIn('admin', '/order/fish/pending')
  await expect(fish.getByRole('list', { name: 'Pending' })).toBeVisible()
  await expect(fish.getByText(words)).toHaveCount(0)
  await call(rushModeContract.end, { params: { id: rush.id }, body: { version: rush.version } })
  for (const notice of notices) await expect(notice).toHaveCount(0)
})

test('whoever opens the store settings sees at once what holds and until when, ends it there, and starts a rush with one press', async ({
  signedIn,
  staff,
}) => {
  const { call } = await staff()
  const [store] = (await call(storeContract.list, { query: { vertical: 'fish', status: 'live', limit: 1 } })).rows
  if (!store) throw new Error('no fishmonger is live')
  const [reason, endsAt] = [`Boats in late ${Date.now()}`, addMinutes(currentInstant(), 45)]
  const body = { branchId: store.branch.id as never, vertical: 'fish' as const, extraMinutes: 10, endsAt, reason }
  const rush = await call(rushModeContract.create, { body })
  const page = await signedIn('admin', '/store/settings')
  const tab = (name: string) => page.getByRole('tab', { name })
  await expect(tab('Temporary states')).toHaveAttribute('aria-selected', 'true')
  const row = page.locator('[data-row]').filter({ hasText: reason })
  await expect(row).toContainText('Rush')
  await expect(row).toContainText(/in 4\d min|\d:\d\d/)
  await page.getByRole('button', { name: 'Add rush mode' }).click()
  await expect(page.getByRole('dialog', { name: 'Add rush mode' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tab('Rush modes')).toHaveAttribute('aria-selected', 'true')
  await page.goto(`/store/settings?record=${rush.id}`)
  await expect(page.getByRole('dialog')).toContainText(reason)
  await page.keyboard.press('Escape')
  await expect(tab('Rush modes')).toHaveAttribute('aria-selected', 'true')
  await page.goto('/store/settings')
  await tab('Settings').click()
  await expect(page.getByText('Defaults of new stores')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Defaults of new stores')).toBeVisible()
  await tab('Temporary states').click()
  await expect(row).toBeVisible()
  await call(rushModeContract.end, { params: { id: rush.id }, body: { version: rush.version } })
  await expect(row).toHaveCount(0)
})
