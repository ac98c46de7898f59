import { join } from 'node:path'
import { type MenuScan, type MenuScanRow, menuScanContract, menuScanRowContract, newId, storeContract } from '@larder/contract'
import { inNewBrowser } from './browser.ts'
import { type MenuPage, menuPages, pageHeight, pageWidth, type Spoiling, spoil, spoilings, type TrueRow } from './menu-pages.ts'
import { otherMenuPages } from './other-menu-pages.ts'
import { startProduct } from './processes.ts'
import { formatTable } from './report.ts'
import { ask, signIn } from './session.ts'
import { atLeast, type Claim } from './targets.ts'

interface Photo {
  page: MenuPage
  /** Of those that no rule of the parser was found on. */
  isOther: boolean
  spoiling: Spoiling | null
  bytes: Buffer
}

interface Score {
  rows: number
  read: number
  items: number
  prices: number
}

const patienceMs = 300_000

/** How well pages of known menus are read, as they were drawn and as photos of them would be. */
export async function measureScans(folder: string, tell: (step: string) => void): Promise<{ claims: Claim[]; table: string }> {
  tell('scan: drawing pages')
  const photos = await drawPhotos()
  const product = await startProduct(join(folder, 'scan'), { DEMO_ORDERS: '500' }, tell)
  try {
    const token = await signIn(product.address)
    const { rows } = await ask<{ rows: { id: string }[] }>(product.address, `${storeContract.list.path}?limit=1`, token)
    const scores = new Map<string, Score>()
    for (const [at, { page, isOther, spoiling, bytes }] of photos.entries()) {
      tell(`scan: ${at + 1} of ${photos.length}, ${page.name}${spoiling ? `, ${spoiling.name}` : ''}`)
      const score = scoreOf(page.rows, await scan(product.address, token, rows[0]?.id ?? '', bytes))
      const kind = `${isOther ? 'other ' : ''}${spoiling ? 'bad' : 'clean'}`
      for (const counted of [kind, `${kind}: ${spoiling?.name ?? page.kind}`]) scores.set(counted, sum(scores.get(counted), score))
    }
    return { claims: claimsOf(scores), table: tableOf(scores) }
  } finally {
    await product.stop()
  }
}

function drawPhotos(): Promise<Photo[]> {
  return inNewBrowser(null, async (context) => {
    const tab = await context.newPage()
    await tab.setViewportSize({ width: pageWidth, height: pageHeight })
    const photos: Photo[] = []
    const [known, others] = [menuPages(), otherMenuPages()]
    for (const [at, page] of [...known, ...others].entries()) {
      const isOther = at >= known.length
      await tab.setContent(page.html)
      photos.push({ page, isOther, spoiling: null, bytes: await tab.screenshot({ type: 'jpeg', quality: 92 }) })
      const spoiling = spoilings[at % spoilings.length] as Spoiling
      await tab.setContent(spoil(page.html, spoiling))
      photos.push({ page, isOther, spoiling, bytes: await tab.screenshot({ type: 'jpeg', quality: 80 }) })
    }
    return photos
  })
}

async function scan(address: string, token: string, storeId: string, bytes: Buffer): Promise<MenuScanRow[]> {
  const sent = await fetch(`${address}/api${menuScanContract.create.path.replace(':id', storeId)}`, {
    method: 'POST',
    headers: { 'content-type': 'image/jpeg', 'x-api-key': token, 'idempotency-key': newId() },
    body: new Uint8Array(bytes),
  })
  if (!sent.ok) throw new Error(`a scan answered ${sent.status}: ${await sent.text()}`)
  let made = (await sent.json()) as MenuScan
  for (const end = performance.now() + patienceMs; made.status === 'reading' && performance.now() < end; ) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    made = await ask<MenuScan>(address, `${menuScanContract.list.path}/${made.id}`, token)
  }
  const list = `${menuScanRowContract.list.path}?scanId=${made.id}&limit=100`
  const { rows } = await ask<{ rows: MenuScanRow[] }>(address, list, token)
  if (made.status === 'to-review') await ask(address, `${menuScanContract.list.path}/${made.id}/discard`, token, { version: made.version })
  return rows
}

const key = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** An item is right where its name, but for a letter in eight, and its size are; a price where it is to the minor unit. */
function scoreOf(truth: readonly TrueRow[], read: readonly MenuScanRow[]): Score {
  const left = [...read]
  const score = { rows: truth.length, read: read.length, items: 0, prices: 0 }
  for (const row of truth) {
    const isIt = ({ name, size }: MenuScanRow) =>
      distance(key(name), key(row.name)) <= Math.max(1, row.name.length / 8) && key(size ?? '') === key(row.variant ?? '')
    const at = left.findIndex(isIt)
    if (at < 0) continue
    const [found] = left.splice(at, 1)
    score.items++
    if (found?.price?.minor === row.minor) score.prices++
  }
  return score
}

/** Letters to be changed, added or left out (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1))
    row = next
  }
  return row[b.length] ?? 0
}

function sum(a: Score | undefined, b: Score): Score {
  if (!a) return b
  return { rows: a.rows + b.rows, read: a.read + b.read, items: a.items + b.items, prices: a.prices + b.prices }
}

const percent = (part: number, of: number) => (100 * part) / Math.max(1, of)

function claimsOf(scores: ReadonlyMap<string, Score>): Claim[] {
  const right = (kind: string) => {
    const { prices, rows } = scores.get(kind) ?? { prices: 0, rows: 1 }
    return percent(prices, rows)
  }
  return [
    atLeast('menus scanned: prices right, clean pages', right('clean'), 97, '%'),
    atLeast('menus scanned: prices right, bad photos', right('bad'), 90, '%'),
    atLeast('other menus scanned: prices right, clean pages', right('other clean'), 97, '%'),
    atLeast('other menus scanned: prices right, bad photos', right('other bad'), 90, '%'),
  ]
}

function tableOf(scores: ReadonlyMap<string, Score>): string {
  const cell = (part: number, of: number) => `${percent(part, of).toFixed(1)} %`
  return formatTable(
    ['menus scanned', 'rows', 'items found', 'of what was read', 'prices right', 'of what was read'],
    [...scores]
      .sort(([a], [b]) => b.localeCompare(a))
      .map(([kind, { rows, read, items, prices }]) => [
        kind,
        String(rows),
        cell(items, rows),
        cell(items, read),
        cell(prices, rows),
        cell(prices, read),
      ]),
  )
}
