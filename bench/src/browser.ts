import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'
import { type Asked, inPlainBrowser, type Visit } from './browser-visit.ts'
import { largestRoute, measureFiles } from './bundle.ts'
import { median } from './load.ts'
import { startProduct } from './processes.ts'
import { signIn } from './session.ts'
import { atMost, type Claim } from './targets.ts'

// Of all days: a bare address takes today's orders, and just after midnight there are none.
const listPath = '/order/view?status=All'
const rounds = 5
/** What can be typed into, and a row of the list. */
const login = 'form input[name="email"]:focus'
const row = 'tbody tr[data-row]'

/** What somebody on a slow machine and line waits for: the sign-in, the list of orders at the first visit and at later ones. */
export async function measureBrowser(dataDir: string, orders: number, webRoot: string, tell: (step: string) => void): Promise<Claim[]> {
  const product = await startProduct(dataDir, { DEMO_ORDERS: String(orders) })
  try {
    const token = await signIn(product.address)
    const logins: Visit[] = []
    const cold: Visit[] = []
    const warm: Visit[] = []
    for (let round = 0; round < rounds; round++) {
      logins.push(await inPlainBrowser(null, (look) => look(`${product.address}/login`, login)))
      await inPlainBrowser(token, async (visit) => {
        const look = () => visit(product.address + listPath, row)
        cold.push(await look())
        // The browser keeps compiled code at the second visit, with what ran late at the third, and reads it from then on.
        for (let visits = 0; visits < 3; visits++) await look()
        warm.push(await look())
      })
      tell(`browser ${round + 1}: ${[logins, cold, warm].map((visits) => `${visits.at(-1)?.ms.toFixed(0)} ms`).join(', ')}`)
    }
    for (const { path, at } of cold[0]?.requests ?? []) tell(`${at.toFixed(0).padStart(6)} ms  ${path}`)
    return claimsOf(logins, cold, warm, webRoot)
  } finally {
    await product.stop()
  }
}

function claimsOf(logins: readonly Visit[], cold: readonly Visit[], warm: readonly Visit[], webRoot: string): Claim[] {
  const weigh = (visits: readonly Visit[]) => measureFiles(webRoot, filesOf(visits[0]?.requests ?? []))
  const seconds = (visits: readonly Visit[]) => median(visits.map(({ ms }) => ms)) / 1000
  const requests = (part: RegExp) => median(cold.map((each) => each.requests.filter(({ path }) => part.test(path)).length))
  return [
    atMost('browser: scripts and styles before the sign-in, gzip', weigh(logins).gzip, largestRoute('/login'), 'kB'),
    atMost('browser: scripts and styles until the list, gzip', weigh(cold).gzip, largestRoute('/order/view'), 'kB'),
    atMost('browser: the sign-in can be used after', seconds(logins), 1.2, 's'),
    atMost('browser: rows of the list stand after, first visit', seconds(cold), 1.8, 's'),
    atMost('browser: rows of the list stand after, later visit', seconds(warm), 0.9, 's'),
    atMost('browser: requests until the list', requests(/./), 15, ''),
    atMost('browser: of these to the API', requests(/^\/api\//), 3, ''),
  ]
}

function filesOf(requests: readonly Asked[]): string[] {
  return [...new Set(requests.map(({ path }) => path).filter((path) => /\.(js|css)$/.test(path)))]
}

/** A browser with a profile of its own, kept for as long as it is used; signed in where there is a token. */
export async function inNewBrowser<T>(token: string | null, use: (context: BrowserContext) => Promise<T>): Promise<T> {
  const profile = mkdtempSync(join(tmpdir(), 'larder-bench-browser-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update'],
    viewport: { width: 1440, height: 900 },
  })
  try {
    if (token) await context.addInitScript((stored) => localStorage.setItem('accessToken', stored), token)
    return await use(context)
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}
