import { expect, type Locator, type Page } from '@playwright/test'
import { findings } from './axe.ts'
import type { Tour } from './tour.ts'

/** What lies over a page when it is open; a list that one comes to by Tab is the page's own. */
const layers = '[role=dialog], [role=menu], [role=listbox]:not([tabindex="0"])'
/** What may open something, and the choice of a row, which brings more of it; a column's head sorts, a list's views and pages show others of its rows. */
const openers = [
  'button:not(:disabled, [aria-disabled=true], th *, .list-views *, .list-foot *)',
  '[role=combobox]:not(:disabled)',
  'td input[type=checkbox]',
  '[data-row] a[href*="?record="]',
  'a[href*="?permission="]',
].join()
/** The link of a row whose record has no screen of its own. */
export const record = 'A record'
/** What a record's dialog shows beside what it opens with. */
const parts = [['tab', 'History'] as const, ['button', 'Edit'] as const]
/** Milliseconds between two looks at what closes. */
const soonMs = [25]
/** What can be pressed is pressed at once. */
const patienceMs = 5000
/** Of more than so many that begin with one word one is pressed. */
const many = 3
/** Would end the session of the tour, silence it, or open a tab of its own: what opens nothing here, and stays. */
const staying = /^(Sign out|Mute for|Receipt|Kitchen ticket)/

/** Goes through what opens on a screen, and lets axe look at each layer that is open then. */
export interface Walk {
  /** What axe found, and by which presses. */
  found: string[]
  /**
   * Presses one of each kind of opener within a selector, whatever comes with that, and each entry of the menus that open, but for the kinds
   * `known`. Those of the kinds `sure` have to be there and to open something.
   */
  all: (within: string, sure: readonly string[], known?: RegExp) => Promise<void>
  /** Does something that opens a layer by itself. */
  after: (what: string, act: () => Promise<void>) => Promise<void>
}

export function walkOf({ page, quiet, ready, visit }: Tour, address: string): Walk {
  const at = page.url()
  const found: string[] = []
  const pressed = new Set<string>()
  const opening = new Set<string>()
  const open = page.locator(layers)
  // A toast may lie over what is to be pressed next.
  const closing = open.or(page.locator('.toasts .snack'))

  /** Looks at what is open, if anything is; what is sure to open is waited for. */
  async function look(steps: string[], isSure = false): Promise<boolean> {
    const way = steps.join(' > ')
    if (isSure) await expect(open.first(), `what opens by ${way}`).toBeVisible()
    await quiet()
    if ((await open.count()) === 0) return false
    await expect(open.locator('[aria-busy=true], .bone, [role=progressbar]')).toHaveCount(0)
    for (const one of await findings(page, layers)) found.push(`${way}, ${one}`)
    return true
  }

  async function closeAll(): Promise<void> {
    await expect
      .poll(
        async () => {
          const count = await closing.count()
          if (count > 0) await page.keyboard.press('Escape')
          return count
        },
        { message: 'what Escape does not close', intervals: soonMs },
      )
      .toBe(0)
    if (page.url() !== at) await visit(address)
  }

  async function press(within: string, kind: string, isSure = false): Promise<void> {
    const target = pressed.has(kind) ? null : await find(page, within, kind)
    pressed.add(kind)
    if (!target) return
    const [before, known] = [await stateOf(target), await kindsIn(page, within)]
    const isPressed = await target.click({ timeout: patienceMs }).then(
      () => true,
      async (error: Error) => {
        // What may be taken back for some seconds, and what an order can go on to, comes and goes by itself.
        if (isSure || (await find(page, within, kind))) throw error
        return false
      },
    )
    if (!isPressed) return
    if (await look([kind], isSure)) {
      opening.add(kind)
      return goOn(within, kind)
    }
    if (page.url() !== at) await visit(address)
    for (const come of await kindsIn(page, within)) if (!known.includes(come)) await press(within, come)
    // What was switched is switched back: the next screen shall be as ever.
    if (before !== null && (await stateOf(target)) !== before) await target.click({ timeout: patienceMs })
  }

  /** Looks at what opens out of a layer: each entry of a menu, the parts of a record, the first choice of a dialog. */
  async function goOn(within: string, kind: string): Promise<void> {
    const entries = page.getByRole('menuitem').and(page.locator(':not([aria-disabled=true])'))
    for (const entry of (await entries.allInnerTexts()).filter((each) => !staying.test(each))) {
      if ((await open.count()) === 0) await (await find(page, within, kind))?.click({ timeout: patienceMs })
      await entries
        .filter({ hasText: entry.split('\n')[0] ?? '' })
        .first()
        .click({ timeout: patienceMs })
      await look([kind, entry])
      await closeAll()
    }
    if (kind === record)
      for (const [role, name] of parts) {
        const part = open.getByRole(role, { name, exact: true }).and(page.locator(':not([aria-disabled=true])'))
        if (!(await part.isVisible())) continue
        await part.click({ timeout: patienceMs })
        await look([kind, name], true)
      }
    const choice = open.getByRole('combobox').and(page.locator(':not(input)')).first()
    if (await choice.isVisible()) {
      await choice.click({ timeout: patienceMs })
      await look([kind, 'choice'])
    }
    await closeAll()
  }

  return {
    found,
    all: async (within, sure, known) => {
      await ready()
      await expect.poll(() => kindsIn(page, within), 'what can be pressed').toEqual(expect.arrayContaining([...sure]))
      for (const kind of await kindsIn(page, within)) if (!known?.test(kind)) await press(within, kind, sure.includes(kind))
      expect([...opening], 'what opens').toEqual(expect.arrayContaining([...sure]))
    },
    after: async (what, act) => {
      await act()
      await look([what], true)
      await closeAll()
    },
  }
}

/** One of each kind: those that differ by a number or by the record that they are about open the same. */
async function kindsIn(page: Page, within: string): Promise<string[]> {
  const names = await page.locator(within).locator(openers).evaluateAll(namesOf)
  const kinds = new Set(names.map(kindOf).filter((kind) => kind !== ''))
  const alike = Map.groupBy(kinds, (kind) => kind.split(' ')[0])
  return [...alike.values()].flatMap((each) => (each.length > many ? each.slice(0, 1) : each))
}

async function find(page: Page, within: string, kind: string): Promise<Locator | null> {
  const all = page.locator(within).locator(openers)
  const index = (await all.evaluateAll(namesOf)).findIndex((name) => kindOf(name) === kind)
  return index < 0 ? null : all.nth(index)
}

/** Names of those that can be seen; empty for the others. */
function namesOf(elements: Element[]): string[] {
  const seen = { opacityProperty: true, visibilityProperty: true }
  return elements.map((each) => {
    if (!each.checkVisibility(seen)) return ''
    if (each instanceof HTMLAnchorElement) return each.pathname === location.pathname ? 'A record' : ''
    const heard = each.cloneNode(true) as Element
    for (const unheard of heard.querySelectorAll('[aria-hidden=true]')) unheard.remove()
    return each.getAttribute('aria-label') ?? heard.textContent
  })
}

/** What a name is without what tells it from others of its kind. */
export function kindOf(name: string): string {
  return name.replace(/(:| (on|for|from|of)) .*$|(?<=^(Select|Pin)) .*$|[\d,.:()]+/g, '').trim()
}

function stateOf(target: Locator): Promise<string | null> {
  return target.evaluate((each) => {
    if (each instanceof HTMLInputElement && each.type === 'checkbox') return String(each.checked)
    return each.getAttribute('aria-expanded') ?? each.getAttribute('aria-pressed')
  })
}
