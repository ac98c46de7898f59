import { expect, type Locator, type Page } from '@playwright/test'
import { closeHeld, pressAct } from './acts.ts'

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
export function startAct(page: Page, label: string): Promise<void> {
  return pressAct(page, identity(page).locator('../..'), label)
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
  const answer = page.waitForResponse(/\/accept$/)
  await identity(page)
    .locator('../..')
    .getByRole('button', { name: /^Accept · \d+ min/ })
    .click()
  await closeHeld(page, 'accepted')
  await answer
}

/** Chooses a reason by what people read. */
export function because(reason: string): (dialog: Locator) => Promise<void> {
  return (dialog) => dialog.getByRole('radio', { name: reason }).check()
}
