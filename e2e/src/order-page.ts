import { expect, type Locator, type Page } from '@playwright/test'

/** An order's number with its status beside it. */
export function identity(page: Page): Locator {
  return page.getByRole('heading', { level: 1 }).locator('..')
}

export async function expectStatus(page: Page, status: string): Promise<void> {
  await expect(identity(page).getByText(status, { exact: true })).toBeVisible()
}

/** Does an act of the order that is shown; its dialog, where it has one, is filled by `fill` and confirmed. */
export async function act(page: Page, label: string, fill?: (dialog: Locator) => Promise<void>): Promise<void> {
  await startAct(page, label)
  if (fill) await confirm(page, label, fill)
}

/** Presses the act's button, or its entry in the menu of further acts. */
export async function startAct(page: Page, label: string): Promise<void> {
  const bar = identity(page).locator('../..')
  const button = bar.getByRole('button', { name: label, exact: true })
  const more = bar.getByRole('button', { name: 'More actions' })
  await expect(button.or(more).first()).toBeVisible()
  if (await button.isVisible()) return button.click()
  await more.click()
  await page.getByRole('menuitem', { name: label }).click()
}

/** Fills the dialog of an act and confirms it; it closes when the act was done. */
export async function confirm(page: Page, label: string, fill: (dialog: Locator) => Promise<void>): Promise<void> {
  const dialog = page.getByRole('dialog', { name: label })
  await fill(dialog)
  await dialog.getByRole('button', { name: label, exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** Accepts the order that is shown; what could be undone for five seconds leaves at once, as when the message is closed. */
export async function accept(page: Page): Promise<void> {
  await identity(page)
    .locator('../..')
    .getByRole('button', { name: /^Accept · \d+ min/ })
    .click()
  const answer = page.waitForResponse(/\/accept$/)
  await page.locator('.snack').filter({ hasText: 'accepted' }).getByRole('button', { name: 'Close' }).click()
  await answer
}

/** Chooses a reason by what people read. */
export function because(reason: string): (dialog: Locator) => Promise<void> {
  return (dialog) => dialog.getByRole('radio', { name: reason }).check()
}
