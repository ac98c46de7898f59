import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { orderContract, storeContract, type Vertical, verticalKeys, verticals } from '@larder/contract'
import { expect, type Page } from '@playwright/test'
import type { Staff } from './staff.ts'

// What the web build writes about its route table.
const table = join(import.meta.dirname, '../../apps/web/dist/.vite/routes.json')
const modules = JSON.parse(readFileSync(table, 'utf8')) as Record<string, string[]>

/** Every path of the product. */
export const paths = Object.keys(modules)

/** The path with the id of a real record in the place of its parameter. */
export async function filled(path: string, { call }: Staff): Promise<string> {
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
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true], .bone, [role=progressbar]')).toHaveCount(0)
}
