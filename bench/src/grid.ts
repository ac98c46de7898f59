import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { plainFormat } from '@larder/contract'
import type { Client } from 'pg'
import type { BrowserContext, Page } from 'playwright-core'
import { inNewBrowser } from './browser.ts'
import { framesOf, noteFrames } from './frames.ts'
import { columnsOf } from './grow.ts'
import { quantile } from './load.ts'
import { databaseUrl, withClient } from './postgres.ts'
import { startProduct } from './processes.ts'
import { signIn } from './session.ts'
import { atMost, type Claim } from './targets.ts'

const items = 20_000
const typedCells = 50
const pastedCells = 1000
const scrolledFrames = 600
/** Milliseconds of one frame above which a hand notices. */
const noticed = 50
const patienceMs = 30_000
const row = '[role="grid"] tbody tr[aria-rowindex]'

/** A menu of 20,000 items typed into as a spreadsheet, in a browser: opened, scrolled through, typed down, pasted into. */
export async function measureGrid(folder: string, tell: (step: string) => void): Promise<Claim[]> {
  const dataDir = join(folder, 'grid')
  const product = await startProduct(dataDir, { DEMO_ORDERS: '1000' }, tell)
  try {
    const store = await withClient(databaseUrl(dataDir, 'larder'), fillMenu)
    const token = await signIn(product.address)
    return await inNewBrowser(token, (context) =>
      typed(context, `${product.address}/store/storeProfile/menu/${store}?grid=1`, tell, () =>
        withClient(databaseUrl(dataDir, 'larder'), (client) => findPasted(client, store)),
      ),
    )
  } finally {
    await product.stop()
  }
}

async function typed(
  context: BrowserContext,
  address: string,
  tell: (step: string) => void,
  stored: () => Promise<void>,
): Promise<Claim[]> {
  const page = await context.newPage()
  // Once, so that what is measured is the grid and not the page around it.
  await page.goto(address)
  await page.waitForSelector(row)
  await page.goto(address)
  await page.waitForSelector(row)
  const opened = await page.evaluate(() => performance.now())
  await pause(2000)

  const read = await page.evaluate(readToEnd, items)
  await pause(2000)
  await page.evaluate(noteFrames)
  await page.evaluate(scrollUp, scrolledFrames)
  const frames = await framesOf(page)
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length)
  tell(`grid: ${frames.frames} frames, ${frames.long} long ones, the longest ${frames.worst.toFixed(0)} ms`)

  const keys = await typeDown(page)
  const pastedMs = await pasteDown(page)
  await stored()
  const devtools = await context.newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  const many = `grid of ${plainFormat.number(items)} rows`
  return [
    atMost(`${many}: its first rows stand after, on this machine`, opened / 1000, 1.5, 's'),
    atMost(`${many}: read to the end, a page of 100 after the other`, read / 1000, 60, 's'),
    atMost(`${many}: frames over ${noticed} ms of ${frames.frames} while scrolling`, frames.long, 0, ''),
    atMost(`${many}: elements of the page`, nodes, 2500, ''),
    atMost(`${many}: from a key to what it paints, p95 of ${typedCells} cells typed down`, quantile(keys, 0.95), 100, 'ms'),
    atMost(`${many}: ${plainFormat.number(pastedCells)} cells pasted until all are saved`, pastedMs / 1000, 5, 's'),
    atMost(`${many}: memory of the page's scripts`, usedSize / 1024 / 1024, 150, 'MB'),
  ]
}

/** Runs in the page: scrolls on by a screen a frame, until the last row is drawn. */
function readToEnd(rows: number): Promise<number> {
  const frame = document.querySelector('[role="grid"]')?.parentElement as HTMLElement
  const began = performance.now()
  return new Promise((resolve) => {
    const on = () => {
      if (document.querySelector(`tr[aria-rowindex="${rows + 1}"]`)) return resolve(performance.now() - began)
      frame.scrollTop += frame.clientHeight
      requestAnimationFrame(on)
    }
    requestAnimationFrame(on)
  })
}

/** Runs in the page: scrolls up as fast as a hand does, half a screen a frame. */
function scrollUp(frames: number): Promise<void> {
  const frame = document.querySelector('[role="grid"]')?.parentElement as HTMLElement
  let left = frames
  return new Promise((resolve) => {
    const on = () => {
      if (left-- === 0) return resolve()
      frame.scrollTop -= frame.clientHeight / 2
      requestAnimationFrame(on)
    }
    requestAnimationFrame(on)
  })
}

/** A price into one cell below the other: how long each key took until it was painted, in steps of 8 ms. */
async function typeDown(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const noted: number[] = []
    Object.assign(window, { keysNoted: noted })
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'keydown') noted.push(duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
  await toFirstRow(page, 1)
  for (let cell = 0; cell < typedCells; cell++) {
    await page.keyboard.type(String(100 + cell))
    await page.keyboard.press('Enter')
  }
  await saved(page)
  const noted = await page.evaluate(() => (window as unknown as { keysNoted: number[] }).keysNoted)
  // What is painted within a frame is not noted.
  const others = Array.from({ length: Math.max(0, typedCells * 4 - noted.length) }, () => 16)
  return [...noted, ...others].toSorted((a, b) => a - b)
}

/** To the first row's cell so many columns to the right, by keyboard. */
async function toFirstRow(page: Page, columns: number): Promise<void> {
  await page.locator('[role="grid"]').focus()
  await page.keyboard.press('Control+Home')
  for (let column = 0; column < columns; column++) await page.keyboard.press('ArrowRight')
}

async function pasteDown(page: Page): Promise<number> {
  await toFirstRow(page, 5)
  const began = performance.now()
  await page.locator('[role="grid"]').evaluate((element, cells) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', Array.from({ length: cells }, (_, at) => at + 1).join('\n'))
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, pastedCells)
  await saved(page)
  return performance.now() - began
}

const saved = (page: Page) => page.getByText('Saving…').waitFor({ state: 'detached', timeout: patienceMs })

async function findPasted(client: Client, store: string): Promise<void> {
  const { rows } = await client.query<{ many: number }>(
    `select count(*)::int as many from (select stock, row_number() over (order by sort, id) as place from item where store_id = $1) as item
     where place <= $2 and stock = place`,
    [store, pastedCells],
  )
  if (rows[0]?.many !== pastedCells) throw new Error(`${rows[0]?.many} of ${pastedCells} cells were saved`)
}

/** As many items as are measured, like one that is there, in a store that has some; answers which store. */
async function fillMenu(client: Client): Promise<string> {
  const { rows } = await client.query<{ id: string; many: number }>(
    `select store_id as id, count(*)::int as many from item join store on store.id = store_id
     where status = 'live' and vertical = 'grocery' group by store_id order by many desc, store_id limit 1`,
  )
  const [store] = rows
  if (!store) throw new Error('no grocery is live')
  const columns = await columnsOf(client, 'item')
  const instead: Record<string, string> = {
    id: 'uuidv7()',
    sku: "one.sku || '-' || n",
    name: "one.name || ' ' || n",
    barcode: 'null',
    sort: '1000 + n',
  }
  const values = columns.map((name) => instead[name] ?? `one.${name}`).join(', ')
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into item (${columns.join(', ')}) select ${values} from generate_series(1, $2::int) as n
       join (select *, row_number() over (order by id) as place, count(*) over () as many from item where store_id = $1 and sort < 1000) as one
         on one.place = n % one.many + 1`,
    [store.id, items - store.many],
  )
  await client.query('set session_replication_role = origin')
  await client.query('vacuum analyze item')
  return store.id
}
