import { expect, type Locator, type Page } from '@playwright/test'

/** As long as what was seen a moment ago may take to be pressed, in ms; then it is looked at anew. */
const soonMs = 2000

/**
 * Presses the act of a record by its button within `bar`, or by its entry in the menu of further acts. Where it stands follows the record:
 * while that is just being read anew, it may be in neither.
 */
export async function pressAct(page: Page, bar: Locator, name: string): Promise<void> {
  const button = bar.getByRole('button', { name, exact: true })
  const entry = page.getByRole('menuitem', { name, exact: true })
  const press = async () => {
    if (await button.isVisible()) return await button.click({ timeout: soonMs })
    // It may still be open from the look before.
    if (!(await entry.isVisible())) await bar.getByRole('button', { name: 'More actions' }).click({ timeout: soonMs })
    await entry.click({ timeout: soonMs })
  }
  await expect(async () => {
    await press().catch(async (error: unknown) => {
      // What was pressed at the last moment has its dialog over the button by now.
      if (await page.getByRole('dialog', { name, exact: true }).isVisible()) return
      // A menu that opened late, or without the act, lies over all others. Without one the key would close the record.
      if (await page.getByRole('menu').isVisible()) await page.keyboard.press('Escape')
      throw error
    })
  }).toPass()
}

/** Closes the message of an act that can still be undone, which lets it leave. By key: a press on a message that has just appeared does nothing. */
export function closeHeld(page: Page, words: string): Promise<void> {
  return page.locator('.snack').filter({ hasText: words }).getByRole('button', { name: 'Close' }).press('Enter')
}

/** Goes to a card of a board by key, one card after the other: however many stand before it. */
export async function walkTo(page: Page, card: Locator): Promise<void> {
  const current = page.locator('[data-row][aria-current=true]')
  await expect(card).toBeVisible()
  while ((await card.getAttribute('aria-current')) !== 'true') {
    const before = (await current.count()) > 0 ? await current.getAttribute('data-row') : ''
    await page.keyboard.press('j')
    // At the last one it stays, and fails here.
    await expect(current).not.toHaveAttribute('data-row', before ?? '')
  }
}
