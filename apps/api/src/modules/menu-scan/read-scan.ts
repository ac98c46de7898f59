import { type Currency, menuScanLimits, newId } from '@larder/contract'
import { sql } from 'kysely'
import type { Context, RunningTask, TaskKind, TaskResult, Work } from '#kit/context.ts'
import { format } from '#kit/format.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { TaskEnd } from '#kit/work/running-task.ts'
import { isHeld, TaskLost } from '#kit/work/task-lease.ts'
import { matchItem, nameKey } from './match.ts'
import { type ParsedRow, parsePage } from './parse/parse-page.ts'
import type { PageRead } from './read/page.ts'
import { readPage } from './read/read-page.ts'
import { storeItems } from './store-items.ts'

/**
 * Reads what waits of a scan, page by page: each page is one unit of work, with its picture and its rows, so that one that was killed goes on
 * with the page that it was at and no page is there twice.
 */
export const menuScanKind: TaskKind = { name: 'menu-scan', atOnce: 1, retries: 5, run: readScan }

interface Source {
  place: number
  is_pdf: boolean
  bytes: Buffer
  pages_read: number
}

interface Scan {
  id: string
  store_id: string
  branch_id: string
  status: string
  version: number
  pages: number
  of_pages: number
  currency: Currency
}

async function readScan(task: RunningTask): Promise<TaskResult> {
  const { scanId } = task.claim.parameters as { scanId: string }
  for (;;) {
    const ctx = await task.owner('change-set.create')
    const source = await nextSource(ctx, scanId)
    if (!source) {
      const ended = await endReading(ctx, task, scanId)
      if (ended) return ended
      continue
    }
    const answer = await readPage({ bytes: source.bytes, isPdf: source.is_pdf, page: source.pages_read })
    if ('refusal' in answer) await failScan(ctx, task, scanId, `The file ${answer.refusal}.`)
    else await keepPage(ctx, task, scanId, source, answer)
  }
}

/** What is read next; the bytes of one file alone are held. */
function nextSource({ db }: Context, scanId: string): Promise<Source | undefined> {
  const sources = db.selectFrom('menu_scan_source').select(['place', 'is_pdf', 'bytes', 'pages_read']).where('scan_id', '=', scanId)
  return sources.orderBy('place').limit(1).executeTakeFirst()
}

/** The scan, held until the unit ends; ends the task where somebody discarded it meanwhile. */
async function holdScan(task: RunningTask, { db }: Work, scanId: string): Promise<Scan> {
  const { rows } = await sql<{ held: boolean }>`select ${isHeld(task.claim)} as held`.execute(db)
  if (!rows[0]?.held) throw new TaskLost(task.claim.id)
  const scan = await db
    .selectFrom('menu_scan')
    .innerJoin('store', 'store.id', 'menu_scan.store_id')
    .select(['menu_scan.id', 'store_id', 'menu_scan.branch_id', 'menu_scan.status', 'menu_scan.version', 'pages', 'of_pages', 'currency'])
    .where('menu_scan.id', '=', scanId)
    .forUpdate('menu_scan')
    .executeTakeFirst()
  if (scan?.status !== 'reading') throw new TaskEnd('The scan was discarded.')
  return scan
}

async function change(
  ctx: Context,
  work: Work,
  scan: Scan,
  now: { pages?: number; of_pages?: number; status?: string; status_reason?: string },
) {
  const version = scan.version + 1
  await work.db
    .updateTable('menu_scan')
    .set({ ...now, version, updated_at: ctx.clock.instant() })
    .where('id', '=', scan.id)
    .execute()
  const place = { permission: 'change-set.view', branchId: scan.branch_id, storeId: scan.store_id } as const
  work.record({
    entity: 'menu-scan',
    id: scan.id,
    version,
    action: 'read',
    old: { status: scan.status, pages: scan.pages },
    new: now,
    ...place,
  })
}

async function keepPage(ctx: Context, task: RunningTask, scanId: string, source: Source, read: PageRead): Promise<void> {
  const at = source.pages_read + 1
  const { pages, ofPages } = await unitOfWork(ctx, async (work) => {
    const scan = await holdScan(task, work, scanId)
    const page = scan.pages + 1
    const picture = { scan_id: scan.id, page, width: read.width, height: read.height, bytes: Buffer.from(read.picture) }
    await work.db.insertInto('menu_scan_page').values(picture).execute()
    await keepRows(ctx, work, scan, page, read)
    const one = work.db
    const isLast = at >= read.pages || page >= menuScanLimits.pages
    if (isLast) await one.deleteFrom('menu_scan_source').where('scan_id', '=', scan.id).where('place', '=', source.place).execute()
    else
      await one
        .updateTable('menu_scan_source')
        .set({ pages_read: at })
        .where('scan_id', '=', scan.id)
        .where('place', '=', source.place)
        .execute()
    const ofPages = page + (isLast ? 0 : read.pages - at)
    await change(ctx, work, scan, { pages: page, of_pages: ofPages })
    return { pages: page, ofPages }
  })
  await task.progress(pages, ofPages)
}

async function keepRows(ctx: Context, work: Work, scan: Scan, page: number, read: PageRead): Promise<void> {
  const parsed = parsePage(read, scan.currency)
  if (parsed.length === 0) return
  const [items, words, last] = await Promise.all([
    storeItems(ctx.db, scan.store_id),
    ctx.db.selectFrom('menu_scan_word').select(['field', 'read', 'meant']).where('store_id', '=', scan.store_id).execute(),
    work.db
      .selectFrom('menu_scan_row')
      .select(({ fn }) => fn.max('position').as('position'))
      .where('scan_id', '=', scan.id)
      .executeTakeFirst(),
  ])
  const learned = new Map(words.map(({ field, read: said, meant }) => [`${field} ${said}`, meant]))
  const from = (last?.position ?? -1) + 1
  const rows = parsed.map((row, at) => {
    const meant = learned.get(`name ${nameKey(row.name)}`)
    const name = meant ?? row.name.slice(0, 100)
    const category = row.category === null ? null : (learned.get(`category ${nameKey(row.category)}`) ?? row.category.slice(0, 60))
    return {
      id: newId(ctx.clock.ms()),
      scan_id: scan.id,
      position: from + at,
      category,
      name,
      size: row.variant?.slice(0, 18) ?? null,
      price_minor: row.minor,
      veg_mark: row.mark,
      description: row.description?.slice(0, 1000) ?? null,
      read_name: row.name.slice(0, 100),
      read_category: row.category?.slice(0, 60) ?? null,
      page,
      ...boxOf(row, read),
      confidence_ppm: Math.round(Math.min(1, Math.max(0, row.confidence)) * 1_000_000),
      item_id: matchItem(name, row.variant, items)?.id ?? null,
    }
  })
  await work.db.insertInto('menu_scan_row').values(rows).execute()
}

function boxOf({ box }: ParsedRow, { width, height }: PageRead) {
  const ppm = (edge: number, of: number) => Math.round(Math.min(1, Math.max(0, edge / of)) * 1_000_000)
  return {
    left_ppm: ppm(box.left, width),
    top_ppm: ppm(box.top, height),
    right_ppm: ppm(box.right, width),
    bottom_ppm: ppm(box.bottom, height),
  }
}

/** Says that all is read; null where more came meanwhile. */
async function endReading(ctx: Context, task: RunningTask, scanId: string): Promise<TaskResult | null> {
  const rows = await unitOfWork(ctx, async (work) => {
    const scan = await holdScan(task, work, scanId)
    const waits = await work.db.selectFrom('menu_scan_source').select('place').where('scan_id', '=', scanId).limit(1).executeTakeFirst()
    if (waits) {
      work.nothing()
      return null
    }
    const { count } = await work.db
      .selectFrom('menu_scan_row')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('scan_id', '=', scanId)
      .executeTakeFirstOrThrow()
    if (count > 0) await change(ctx, work, scan, { status: 'to-review' })
    else await change(ctx, work, scan, { status: 'failed', status_reason: nothingFound })
    return count
  })
  if (rows === null) return null
  if (rows === 0) throw new TaskEnd(nothingFound)
  return { words: `${format().number(rows)} rows to review`, facts: { rows } }
}

const nothingFound = 'No item with a price was found on it. Take a picture that shows the page as a whole, from straight above.'

/** Ends a scan of which a file cannot be read; what was read of it before stays. */
async function failScan(ctx: Context, task: RunningTask, scanId: string, because: string): Promise<never> {
  await unitOfWork(ctx, async (work) => {
    const scan = await holdScan(task, work, scanId)
    await work.db.deleteFrom('menu_scan_source').where('scan_id', '=', scanId).execute()
    await change(ctx, work, scan, { status: 'failed', status_reason: because })
  })
  throw new TaskEnd(because)
}
