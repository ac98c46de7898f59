import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, chromium } from 'playwright-core'
import { type Product, startProduct } from '../../e2e/src/product.ts'
import { shopperOf } from '../../e2e/src/shopper.ts'
import { openStores, staffOf } from '../../e2e/src/staff.ts'
import { type Effort, handOn } from './hand.ts'
import { type Desk, type Job, jobs, type Way } from './jobs.ts'
import { formatTable } from './report.ts'

/** Every job, by mouse and by keyboard alone, in a browser on an installation of its own. Answers the table of what each cost. */
export async function measureJobs(tell: (step: string) => void): Promise<string> {
  const product = await startProduct()
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const staff = await staffOf(product, 'admin')
    await openStores(staff)
    const desk: Desk = { staff, shopper: shopperOf(product) }
    const rows: string[][] = []
    for (const { name, before, ...one } of jobs) {
      tell(name)
      const mouse = await doOnce(browser, product, desk, one, one.mouse)
      const keyboard = await doOnce(browser, product, desk, one, one.keyboard)
      rows.push([name, words(before.mouse), words(mouse), words(before.keyboard), words(keyboard)])
      tell(`  ${words(mouse)}; ${words(keyboard)}`)
    }
    return formatTable(['job, from the dashboard', 'mouse, first', 'mouse, now', 'keyboard, first', 'keyboard, now'], rows)
  } finally {
    await browser.close()
    await product.stop()
  }
}

async function doOnce(
  browser: Browser,
  { address }: Product,
  desk: Desk,
  { layOut, openAt, isDone }: Pick<Job<unknown>, 'layOut' | 'openAt' | 'isDone'>,
  way: Way<unknown>,
): Promise<Effort> {
  const given = await layOut(desk)
  const context = await browser.newContext({ baseURL: address, viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  try {
    await context.addInitScript((token) => localStorage.setItem('accessToken', token), desk.staff.me.accessToken)
    const page = await context.newPage()
    await page.goto(openAt?.(given) ?? '/dashboard')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    const hand = handOn(page)
    await way(hand, given)
    await until(() => isDone(desk, given))
    return hand.spent()
  } finally {
    await context.close()
  }
}

const patienceMs = 20_000

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + patienceMs
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error('what the hand did did not come to pass')
    await pause(200)
  }
}

function words(effort: Effort | undefined): string {
  if (!effort) return ''
  const { clicks: pressed, keys: typed } = effort
  return [...(pressed > 0 ? [`${pressed} clicks`] : []), ...(typed > 0 ? [`${typed} keys`] : [])].join(', ') || 'none'
}
