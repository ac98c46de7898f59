import type { Locator, Page } from 'playwright-core'

/** What a job costs the hand: presses of the mouse's button, and of keys (a letter of a text is one, a chord like Ctrl-K is one). */
export interface Effort {
  clicks: number
  keys: number
}

type ClickOptions = NonNullable<Parameters<Locator['click']>[0]>

/** A hand that counts what it does, and waits for what it reaches for. */
export interface Hand {
  page: Page
  click(target: Locator, options?: ClickOptions): Promise<void>
  press(...keys: string[]): Promise<void>
  type(text: string): Promise<void>
  /** Goes on with Tab until it has the focus. */
  tabTo(target: Locator): Promise<void>
  /** Looks until it is there; costs nothing. */
  see(target: Locator): Promise<void>
  spent(): Effort
}

const mostTabs = 60

export function handOn(page: Page): Hand {
  const effort: Effort = { clicks: 0, keys: 0 }
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      effort.keys++
      await page.keyboard.press(key)
    }
  }
  return {
    page,
    press,
    click: async (target, options = {}) => {
      effort.clicks += options.clickCount ?? 1
      await target.click(options)
    },
    tabTo: async (target) => {
      for (let pressed = 0; pressed < mostTabs; pressed++) {
        await press('Tab')
        if (await target.evaluate((element) => element === document.activeElement)) return
      }
      throw new Error(`${target} is not reached within ${mostTabs} tabs`)
    },
    type: (text) => press(...text),
    see: (target) => target.waitFor(),
    spent: () => ({ ...effort }),
  }
}
