import {
  type FileContent,
  menuScanContract,
  menuScanLimits,
  moneyDecimal,
  moneySum,
  newId,
  type Output,
  type Parsed,
} from '@larder/contract'
import { sql } from 'kysely'
import { readOnly } from '#db/database.ts'
import { inScope } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'
import { type Because, notFound, refuse } from '#kit/errors.ts'
import { keepWithin, oneAtATime } from '#kit/record/quota.ts'
import { resource } from '#kit/resource.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { beginTask } from '#kit/work/begin-task.ts'
import { createSet } from '#modules/change-set/make-set.service.ts'

/** From here on a row is confirmed without a look. */
const SURE_PPM = 900_000

const over: Because = { reason: 'scan-over', message: 'It is done or discarded.' }
const notRead: Because = { reason: 'scan-not-read', message: 'Its pages are still being read.' }
const isOver = ({ status }: { status: string }) => status === 'done' || status === 'discarded'
const isAsked = ({ task_status }: { task_status: string | null }) => task_status === 'queued' || task_status === 'running'

const scans = resource(menuScanContract, {
  table: 'menu_scan',
  permission: 'change-set.view',
  rows: (db) =>
    db
      .selectFrom('menu_scan')
      .innerJoin('store', 'store.id', 'menu_scan.store_id')
      .leftJoin('task', 'task.id', 'menu_scan.task_id')
      .leftJoin('change_set', 'change_set.id', 'menu_scan.change_set_id')
      .selectAll('menu_scan')
      .select(['store.display_name as store_name', 'store.currency', 'task.status as task_status', 'task.reason as task_reason'])
      .select('change_set.title as set_title')
      .select(({ selectFrom }) =>
        (['open', 'confirmed', 'dropped'] as const).map((state) =>
          selectFrom('menu_scan_row')
            .select(({ fn }) => fn.countAll<number>().as('rows'))
            .whereRef('menu_scan_row.scan_id', '=', 'menu_scan.id')
            .where('menu_scan_row.state', '=', state)
            .as(`${state}_rows` as const),
        ),
      )
      .select(({ exists, selectFrom }) =>
        exists(selectFrom('menu_scan_source').whereRef('menu_scan_source.scan_id', '=', 'menu_scan.id')).as('has_source'),
      ),
  scope: { branch: 'menu_scan.branch_id', store: 'menu_scan.store_id' },
  present: (row) => ({
    statusReason: row.status_reason ?? (row.status === 'reading' ? row.task_reason : null),
    ofPages: Math.max(row.pages, row.of_pages),
    openRows: row.open_rows ?? 0,
    confirmedRows: row.confirmed_rows ?? 0,
    droppedRows: row.dropped_rows ?? 0,
    changeSet: row.change_set_id && row.set_title !== null ? { id: row.change_set_id, name: row.set_title } : null,
  }),
  search: { title: 'menu_scan.title' },
  columns: null,
  acts: {
    confirmSure: {
      whyNot: (row) => (isOver(row) ? over : row.status === 'reading' ? notRead : row.open_rows === 0 ? 'No row waits for review.' : null),
      parts: async ({ work, row }) => {
        const confirmed = await work.db
          .updateTable('menu_scan_row')
          .set({ state: 'confirmed', version: sql`version + 1` })
          .where('scan_id', '=', row.id)
          .where('state', '=', 'open')
          .where('price_minor', 'is not', null)
          .where('confidence_ppm', '>=', SURE_PPM)
          .executeTakeFirst()
        const open = row.open_rows ?? 0
        return { old: { openRows: open }, new: { openRows: open - Number(confirmed.numUpdatedRows) } }
      },
    },
    readOn: {
      whyNot: (row) =>
        isOver(row) ? over : !row.has_source || isAsked(row) ? { reason: 'scan-read', message: 'Nothing of it waits to be read.' } : null,
      parts: async ({ ctx, work, row }) => {
        work.tie()
        const task_id = await beginReading(ctx, work, row)
        await work.db.updateTable('menu_scan').set({ status: 'reading', status_reason: null, task_id }).where('id', '=', row.id).execute()
        return { old: { status: row.status, taskId: row.task_id }, new: { status: 'reading', taskId: task_id } }
      },
    },
    finish: {
      whyNot: (row) => {
        if (isOver(row)) return over
        if (row.status !== 'to-review') return notRead
        const isReviewed = row.open_rows === 0 && (row.confirmed_rows ?? 0) > 0
        return isReviewed ? null : { reason: 'scan-not-reviewed', message: 'Rows wait for review, or none is confirmed.' }
      },
      sets: async ({ ctx, work, row: { id, store_id, title, currency } }) => {
        work.tie()
        const rows = await confirmedRows(work, id, currency)
        const makerIds = await reviewersOf(work, id)
        const given = { source: 'scan', title, storeId: store_id, makerIds, rows } as const
        const set = await createSet({ ...ctx, idempotency: null, within: work }, given)
        return { status: 'done', change_set_id: set.id }
      },
    },
    discard: {
      whyNot: (row) => (isOver(row) ? over : null),
      sets: () => ({ status: 'discarded' }),
      also: ({ work, row }) => work.db.deleteFrom('menu_scan_source').where('scan_id', '=', row.id).execute(),
    },
  },
})

/** What was confirmed, in the words of a file: a size stands behind its item's name. */
async function confirmedRows({ db }: Work, scanId: string, currency: string): Promise<Parameters<typeof createSet>[1]['rows']> {
  const rows = await db
    .selectFrom('menu_scan_row')
    .selectAll()
    .where('scan_id', '=', scanId)
    .where('state', '=', 'confirmed')
    .orderBy('page')
    .orderBy('position')
    .execute()
  return rows.map(({ item_id, name, size, category, description, price_minor, veg_mark }) => ({
    line: null,
    ...(item_id !== null && { recordId: item_id }),
    given: {
      name: [name, size].filter(Boolean).join(' '),
      ...(category !== null && { category }),
      ...(description !== null && { description }),
      ...(price_minor !== null && { price: moneyDecimal(moneySum(price_minor, currency)) }),
      ...(veg_mark !== null && { vegMark: veg_mark }),
    },
  }))
}

/** Whoever sent its pages, and whoever said of a row what it is to be: their part is in the set that it ends in. */
async function reviewersOf({ db }: Work, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select actor_id as id from audit_entry where entity = 'menu-scan' and entity_id = ${id} and actor_kind = 'staff'
    union select actor_id from menu_scan_row join audit_entry on entity = 'menu-scan-row' and entity_id = menu_scan_row.id::text
      where scan_id = ${id} and actor_kind = 'staff'`.execute(db)
  return rows.map((row) => row.id)
}

export const menuScanHandlers = { ...scans.handlers, create: createScan, addPage, page: readScanPage }

/** A scan of a store's menu: what came is kept, and read by a task. */
async function createScan(
  ctx: Context,
  { params, body }: Parsed<typeof menuScanContract.create>,
): Promise<Output<typeof menuScanContract.create>> {
  const found = ctx.db.selectFrom('store').select(['id', 'branch_id', 'display_name']).where('id', '=', params.id)
  const store = (await inScope(ctx, found, { branch: 'store.branch_id', store: 'store.id' }).executeTakeFirst()) ?? notFound('store')
  return unitOfWork(ctx, async (work) => {
    work.tie()
    await oneAtATime(work, 'menu-scan', store.id)
    const id = newId<'menu-scan'>(ctx.clock.ms())
    const made = { store_id: store.id, branch_id: store.branch_id, title: `Menu of ${store.display_name}`.slice(0, 120) }
    const at = ctx.clock.instant()
    const by = { scanned_id: ctx.actor.id, scanned_by: ctx.actor.name, created_at: at, updated_at: at }
    const title = made.title
    await work.db
      .insertInto('menu_scan')
      .values({ id, ...made, ...by })
      .execute()
    await keepSource(work, id, body)
    const { open } = await work.db
      .selectFrom('menu_scan')
      .select(({ fn }) => fn.countAll<number>().as('open'))
      .where('store_id', '=', store.id)
      .where('status', 'in', ['reading', 'to-review'])
      .executeTakeFirstOrThrow()
    const most = menuScanLimits.open
    keepWithin(open, most, `${most} scans of this store wait already, the maximum. Finish or discard one.`)
    const task_id = await beginReading(ctx, work, { id, title })
    await work.db.updateTable('menu_scan').set({ task_id }).where('id', '=', id).execute()
    work.record({ entity: 'menu-scan', id, version: 1, action: 'create', old: null, new: made, ...placeOf(made) })
    return scans.read({ ...ctx, db: readOnly(work.db) }, id)
  })
}

/** Another photo or PDF of the same menu; the task that reads goes on with it, or another one begins. */
async function addPage(
  ctx: Context,
  { params, body }: Parsed<typeof menuScanContract.addPage>,
): Promise<Output<typeof menuScanContract.addPage>> {
  return unitOfWork(ctx, async (work) => {
    work.tie()
    const reached = inScope(ctx, work.db.selectFrom('menu_scan').selectAll().where('id', '=', params.id), {
      branch: 'menu_scan.branch_id',
      store: 'menu_scan.store_id',
    })
    const row = (await reached.forUpdate().executeTakeFirst()) ?? notFound('menu-scan')
    if (isOver(row)) refuse(over.reason, over.message)
    await keepSource(work, row.id, body)
    const task =
      row.task_id === null ? null : await work.db.selectFrom('task').select('status').where('id', '=', row.task_id).executeTakeFirst()
    const task_id = task && isAsked({ task_status: task.status }) ? row.task_id : await beginReading(ctx, work, row)
    const now = { status: 'reading', status_reason: null, task_id, version: row.version + 1, updated_at: ctx.clock.instant() }
    await work.db.updateTable('menu_scan').set(now).where('id', '=', row.id).execute()
    const what = { entity: 'menu-scan', id: row.id, version: row.version + 1, action: 'addPage', ...placeOf(row) }
    work.record({ ...what, old: { status: row.status }, new: { status: 'reading', type: body.type, sizeBytes: body.bytes.length } })
    return scans.read({ ...ctx, db: readOnly(work.db) }, row.id)
  })
}

const placeOf = ({ store_id, branch_id }: { store_id: string; branch_id: string }) =>
  ({ permission: 'change-set.view', branchId: branch_id, storeId: store_id }) as const

async function keepSource({ db }: Work, scan_id: string, { type, bytes }: FileContent): Promise<void> {
  const place = sql<number>`(select coalesce(max(place), 0) + 1 from menu_scan_source where scan_id = ${scan_id})`
  const source = { scan_id, place, is_pdf: type === 'application/pdf', bytes: Buffer.from(bytes) }
  await db.insertInto('menu_scan_source').values(source).execute()
  const { kept } = await db
    .selectFrom('menu_scan_source')
    .select(({ fn }) => fn.countAll<number>().as('kept'))
    .where('scan_id', '=', scan_id)
    .executeTakeFirstOrThrow()
  keepWithin(kept, menuScanLimits.pages, `${menuScanLimits.pages} files wait to be read already, the maximum.`)
}

/** A task that reads what waits, as a part of the unit. */
async function beginReading(ctx: Context, work: Work, { id, title }: { id: string; title: string }): Promise<string> {
  const task = await beginTask(
    { ...ctx, within: work, idempotency: null },
    { kind: 'menu-scan', title: `Read ${title}`, parameters: { scanId: id } },
  )
  return task.id
}

/** A page as it was read, of a scan within reach. */
async function readScanPage(ctx: Context, { params }: Parsed<typeof menuScanContract.page>): Promise<FileContent> {
  const found = ctx.db
    .selectFrom('menu_scan_page')
    .innerJoin('menu_scan', 'menu_scan.id', 'menu_scan_page.scan_id')
    .select('menu_scan_page.bytes')
    .where('menu_scan_page.scan_id', '=', params.id)
    .where('menu_scan_page.page', '=', params.page)
  const row = await inScope(ctx, found, { branch: 'menu_scan.branch_id', store: 'menu_scan.store_id' }).executeTakeFirst()
  return row ? { type: 'image/webp', bytes: new Uint8Array(row.bytes) } : notFound('menu-scan')
}
