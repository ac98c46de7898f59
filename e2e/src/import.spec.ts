import { readFile } from 'node:fs/promises'
import { crateContract, newId } from '@larder/contract'
import { findings } from './axe.ts'
import { expect, test } from './journey.ts'

test('a file is looked at, mended, imported, and seen in the list', async ({ signedIn, staff }) => {
  const { call } = await staff()
  const code = () => `IM-${newId().slice(-8)}`
  const [kept, wrong] = [code(), code()]
  const body = {
    code: kept,
    name: 'Tray',
    size: 'small',
    capacityGrams: 4000,
    deposit: { minor: 12_000, currency: 'INR' },
    stock: 6,
    active: true,
  } as const
  const before = await call(crateContract.create, { body })
  const page = await signedIn('admin', `/settings/cratis?q=IM-`)
  await expect(page.locator('[data-row]').filter({ hasText: kept })).toBeVisible()
  await page.getByRole('button', { name: 'Import crates' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import crates' })
  const [template] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Download a template' }).click()])
  const head = (await readFile(await template.path(), 'utf8')).trim()
  expect(head.replace('\ufeff', '')).toBe('Code,Name,Size,Capacity (g),Deposit,Stock,Active')
  const choose = (name: string, lines: string[]) =>
    dialog.getByLabel('File to import').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from([head, ...lines].join('\r\n')) })
  await choose('crates.csv', [`${kept},Tray,Small,4000,120,9,Yes`, `${wrong},Tall tray,Huge,4000,120,2,Yes`])
  await expect(dialog.getByText('0 to add, 1 to change, 0 unchanged, 1 refused')).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'Refused rows' })).toContainText('Size must be Small, Medium or Large')
  await dialog.getByRole('tab', { name: 'Changed (1)' }).click()
  await expect(dialog.getByRole('region', { name: 'Changed rows' })).toContainText('Stock 6 → 9')
  expect(await findings(page, '[role=dialog]')).toEqual([])
  const [refused] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download refused rows' }).click(),
  ])
  const mended = (await readFile(await refused.path(), 'utf8')).replace('Huge', 'Large')
  expect(mended).toContain('Size must be Small')
  expect((await call(crateContract.get, { params: { id: before.id } })).stock).toBe(6)
  const lines = mended
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',').slice(0, 7).join(','))
  await choose('mended.csv', [`${kept},Tray,Small,4000,120,9,Yes`, ...lines])
  await expect(dialog.getByText('1 to add, 1 to change, 0 unchanged, 0 refused')).toBeVisible()
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.locator('[data-row]').filter({ hasText: wrong })).toContainText('Tall tray')
  await expect(page.locator('[data-row]').filter({ hasText: kept })).toContainText('9')
  await page.getByRole('button', { name: /^Tasks: 0 running, [1-9]/ }).click()
  await expect(page.getByRole('region', { name: 'Import crates' })).toContainText('2')
})
