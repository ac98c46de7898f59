import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { orderContract, storeContract, type Vertical, verticalKeys, verticals } from '@larder/contract'
import { expect, type Page, test } from './journey.ts'
import type { Staff } from './staff.ts'

// What the web build writes about its route table.
const table = join(import.meta.dirname, '../../apps/web/dist/.vite/routes.json')
const paths = Object.keys(JSON.parse(readFileSync(table, 'utf8')) as object)
const widths = [1440, 390]
const modes = ['light', 'dark'] as const
/** Pages that show something else than rows; every other one has some in the demo. */
const withoutRows = ['/login', '/dashboard', '/settings/configuration', '/profile', '/tasks', /[dD]etails\/:id$/, '/store/storeProfile/:id']

test.describe.configure({ mode: 'parallel' })

for (const path of paths) {
  test(`${path} renders`, async ({ signedIn, visitor, staff }) => {
    const address = await filled(path, await staff())
    const page = path === '/login' ? await visitor() : await signedIn('admin', address, { reducedMotion: 'reduce' })
    if (path === '/login') await page.goto(address)
    await settled(page)
    if (!withoutRows.some((one) => (typeof one === 'string' ? one === path : one.test(path))))
      await expect(page.locator('[data-row]').first()).toBeVisible()
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => sidewaysScroll(page), `sideways scroll at ${width} px`).toBe(0)
      for (const colorScheme of modes) {
        await page.emulateMedia({ colorScheme })
        // The new colours are there once everything was drawn again.
        await expect.poll(() => findings(page, colorScheme), { message: `axe at ${width} px, ${colorScheme}`, timeout: 20_000 }).toEqual([])
      }
    }
  })
}

/** The path with the id of a real record in the place of its parameter. */
async function filled(path: string, { call }: Staff): Promise<string> {
  if (!path.includes(':id')) return path
  const { rows } = path.startsWith('/store/')
    ? await call(storeContract.list, { query: { status: 'live', sort: '-lastOrderAt', limit: 1 } })
    : await call(orderContract.list, { query: { ...(verticalOf(path) && { vertical: verticalOf(path) }), limit: 1 } })
  const [record] = rows
  if (!record) throw new Error(`nothing is there to show at ${path}`)
  return path.replace(':id', record.id)
}

function verticalOf(path: string): Vertical | undefined {
  return verticalKeys.find((key) => verticals[key].orderPath && path.includes(`/${verticals[key].orderPath}/`))
}

/** The page is there, with everything that it loads. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true], .bone, [role=progressbar]')).toHaveCount(0)
}

function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** What axe finds serious or critical. In the dark only the colours differ from what was looked at before. */
async function findings(page: Page, mode: (typeof modes)[number]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (mode === 'dark' ? axe.withRules('color-contrast') : axe).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.any.map(({ message }) => message).join(' ')}`))
}
