import type { Locator } from '@playwright/test'
import { findings, modes } from './axe.ts'
import { expect, type Page, test } from './journey.ts'
import { filled, screenPaths, settled } from './pages.ts'

/** What lies over a page when it is open. */
const layers = '[role=dialog], [role=menu], [role=listbox]'
/** Opens the same on every page, and is looked at on one. */
const shell = 'header, aside'
const shellPath = '/dashboard'
/** Milliseconds in which a layer opens, its code included; what opens none costs as much. */
const patienceMs = 1200
/** Would leave the page. */
const leaving = /^Sign out$/

const refusal = {
  status: 503,
  json: { error: { kind: 'unavailable', reason: 'overloaded', message: 'Not now.', fields: {}, requestId: 'none' } },
}

test.describe.configure({ mode: 'parallel' })

for (const path of screenPaths.filter((each) => each !== '/login')) {
  test(`axe finds nothing in what opens on ${path}`, async ({ signedIn, staff }) => {
    test.setTimeout(300_000)
    const page = await signedIn('admin', await filled(path, await staff()), { reducedMotion: 'reduce' })
    // It is looked at, not used: whatever is pressed changes nothing.
    await page.route(/\/api\//, (route) => (route.request().method() === 'GET' ? route.fallback() : route.fulfill(refusal)))
    await settled(page)
    const address = page.url()
    const found: string[] = []
    const visit = async (steps: readonly string[]) => {
      if (page.url() !== address) {
        await page.goto(address)
        await settled(page)
      }
      const entries = await openAndLook(page, steps, found)
      await closeAll(page)
      if (steps.length === 1) for (const entry of entries) await visit([...steps, entry])
    }
    for (const name of await openersOf(page, path === shellPath)) await visit([name])
    expect(found).toEqual([])
  })
}

/** One of each kind: what differs by a number or by the record that it is about opens the same. */
async function openersOf(page: Page, withShell: boolean): Promise<string[]> {
  const buttons = page.locator('button:visible:not([aria-disabled=true]):not(:disabled)')
  const names = await buttons.evaluateAll(
    (all, skipped) =>
      all
        .filter((button) => skipped === null || !button.closest(skipped))
        .map((button) => (button.getAttribute('aria-label') ?? button.textContent ?? '').trim()),
    withShell ? null : shell,
  )
  const kinds = new Map(names.filter((name) => name !== '').map((name) => [name.replace(/ (on|for|from) .*$|[\d,.:]+/g, ''), name]))
  return [...kinds.values()]
}

/** Presses a button, and an entry of the menu that it opened; looks at what is open then, and answers the entries that it has. */
async function openAndLook(page: Page, [name = '', entry]: readonly string[], found: string[]): Promise<string[]> {
  await page.locator('button:visible').and(namedExactly(page, name)).first().click()
  if (entry !== undefined) await page.getByRole('menuitem').filter({ hasText: entry }).first().click()
  const layer = page.locator(layers).first()
  const isOpen = await layer.waitFor({ timeout: patienceMs }).then(
    () => true,
    () => false,
  )
  if (!isOpen) return []
  await expect(page.locator(layers).locator('[aria-busy=true], .bone, [role=progressbar]')).toHaveCount(0)
  for (const colorScheme of modes) {
    await page.emulateMedia({ colorScheme })
    for (const one of await findings(page, colorScheme, layers))
      found.push(`${[name, entry].filter(Boolean).join(' > ')} (${colorScheme}): ${one}`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  const entries = await page
    .getByRole('menuitem')
    .evaluateAll((all) => all.map((one) => one.querySelector('span')?.textContent ?? one.textContent))
  return entries.filter((each): each is string => !!each && !leaving.test(each))
}

function namedExactly(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true, includeHidden: true })
}

async function closeAll(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      const count = await page.locator(layers).count()
      if (count > 0) await page.keyboard.press('Escape')
      return count
    })
    .toBe(0)
}
