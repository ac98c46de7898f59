import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  accountPageKeys,
  branchDayContract,
  cartContract,
  cashDepositContract,
  cashHolderContract,
  changeSetContract,
  customerContract,
  handOverContract,
  menuCategoryContract,
  menuScanContract,
  orderContract,
  riderContract,
  roleContract,
  staffContract,
  storeContract,
  ticketContract,
  type Vertical,
  verticalKeys,
  verticals,
} from '@larder/contract'
import { expect, type Page } from '@playwright/test'
import type { Staff } from './staff.ts'

// What the web build writes about its route table.
const table = join(import.meta.dirname, '../../apps/web/dist/.vite/routes.json')
const modules = JSON.parse(readFileSync(table, 'utf8')) as Record<string, string[]>

/** Every path of the product. */
export const paths = Object.keys(modules)
/** The screen that a path shows. */
export const screenOf = (path: string) => modules[path]?.join() ?? path
/** The first path of each screen: those that show the same one about something else are left out. */
export const screenPaths = [...Map.groupBy(paths, screenOf).values()].flatMap(([first]) => first ?? [])

/** Whether a path shows a list as the kit draws it of a resource, and nothing of its own. */
export const isPlainList = (path: string) => modules[path]?.some((module) => module.endsWith('/list/list-page.tsx')) ?? false

/** The path with the id of a real record in the place of its parameter. */
export async function filled(path: string, { call }: Staff): Promise<string> {
  // Its steps open by themselves unless something is asked of the list below them.
  if (path === '/deliveryBoy/add') return `${path}?sort=createdAt`
  if (path === '/branch/order' || path.startsWith('/branch/order/days/')) {
    const [day] = (await call(branchDayContract.list, { query: { status: 'closed', limit: 1 } })).rows
    return path.includes(':id') ? path.replace(':id', day?.id ?? '') : `${path}?branchId=${day?.branchId}&tab=days`
  }
  if (path.endsWith('/:storeId/:catID')) {
    const { rows } = await call(menuCategoryContract.list, { query: { active: true, limit: 100 } })
    const shown = rows.find(({ items }) => items > 0)
    return path.replace(':storeId', shown?.storeId ?? '').replace(':catID', shown?.id ?? '')
  }
  if (!path.includes(':id')) return path
  if (path.startsWith('/order/hand-overs/')) {
    const { rows } = await call(handOverContract.list, { query: { limit: 1 } })
    return path.replace(':id', rows[0]?.id ?? '')
  }
  if (path.startsWith('/store/scanMenu/')) {
    const { rows } = await call(menuScanContract.list, { query: { status: 'to-review', limit: 1 } })
    return path.replace(':id', rows[0]?.id ?? '')
  }
  if (path.startsWith('/settings/role/')) {
    const { rows } = await call(roleContract.list, { query: { limit: 100 } })
    return path.replace(':id', rows.find(({ key }) => key === 'accounts-manager')?.id ?? 'new')
  }
  if (path.startsWith('/money/cash') || path.startsWith('/branch/order/cash/')) {
    // The ledger books the demo's orders in the background: until it has, less is held than was brought.
    const read = async () => {
      const { rows } = path.startsWith('/money/cash-deposits/')
        ? await call(cashDepositContract.list, { query: { status: 'deposited', limit: 1 } })
        : await call(cashHolderContract.list, { query: { limit: 1 } })
      return rows.find((row) => !('balance' in row) || row.balance.minor > 0)?.id
    }
    await expect.poll(read, { message: `something to show at ${path}`, timeout: 60_000 }).toBeTruthy()
    return path.replace(':id', (await read()) ?? '')
  }
  if (path.startsWith('/store/changes/')) {
    const { rows } = await call(changeSetContract.list, { query: { status: 'validated', limit: 1 } })
    return path.replace(':id', rows[0]?.id ?? '')
  }
  if (path.startsWith('/customerService/tickets/')) {
    const { rows } = await call(ticketContract.list, { query: { open: true, limit: 1 } })
    return path.replace(':id', rows[0]?.id ?? '')
  }
  if (path.startsWith('/customerService/carthistory/')) {
    const { rows } = await call(cartContract.list, { query: { limit: 25 } })
    const cart = rows.find(({ customer }) => customer !== null)
    return path.replace(':id', cart?.customer?.id ?? 'none').replace(':type', cart?.vertical ?? '')
  }
  if (path.startsWith('/customerService/')) {
    const { rows } = await call(customerContract.list, { query: { limit: 1 } })
    return path.replace(':id', rows[0]?.id ?? 'none')
  }
  if (path.startsWith('/deliveryBoy/')) {
    const { rows } = await call(riderContract.list, { query: { status: 'active', limit: 1 } })
    return path.replace(':id', rows[0]?.id ?? '')
  }
  const role = accountPageKeys.find((key) => path.startsWith(`/accounts/${key}/`))
  const { rows } = path.startsWith('/store/')
    ? await call(storeContract.list, { query: { status: 'live', sort: '-lastOrderAt', limit: 1 } })
    : path.startsWith('/accounts/')
      ? await call(staffContract.list, { query: { ...(role && { role }), limit: 1 } })
      : await ordersAtRest(call, verticalOf(path))
  const [record] = rows
  if (!record) throw new Error(`nothing is there to show at ${path}`)
  return path.replace(':id', record.id).replace(':type', 'vertical' in record ? record.vertical : '')
}

/** The newest orders are of the journeys beside, and change: one that has been preparing for longest is left alone, and much can be done with it. */
async function ordersAtRest(call: Staff['call'], vertical: Vertical | undefined) {
  const query = { ...(vertical && { vertical }), limit: 1 }
  const preparing = await call(orderContract.list, { query: { ...query, status: 'preparing', sort: 'placedAt' } })
  return preparing.rows.length > 0 ? preparing : call(orderContract.list, { query })
}

/** The vertical that a path is about, by its word. */
export function verticalOf(path: string): Vertical | undefined {
  return verticalKeys.find((key) => verticals[key].orderPath && path.includes(`/${verticals[key].orderPath}/`))
}

/** The page is there, with everything that it loads. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true], .bone, [role=progressbar]'), `what waits on ${page.url()}`).toHaveCount(0)
}
