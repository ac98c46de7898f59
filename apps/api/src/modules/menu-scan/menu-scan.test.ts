import { newId } from '@larder/contract'
import PDFDocument from 'pdfkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addStore } from '../../../test/factories.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

// A page takes seconds, a loaded machine many times that.
const patience = 240_000
const permissions = ['change-set.view', 'change-set.create', 'change-set.edit'] as const
type Store = Awaited<ReturnType<typeof addStore>>

let app: TestApp
let officer: Caller
let store: Store
beforeAll(async () => {
  app = await testApp({ live: true })
  store = await addStore(app.database.db, { display_name: 'Banyan' })
  officer = await app.addStaff({ name: 'Anu', permissions: [...permissions], scope: { kind: 'store', ids: [store.id] } })
})
afterAll(() => app.close())

const names = ['Butter Naan', 'Garlic Naan', 'Kerala Porotta', 'Rumali Roti', 'Tandoori Roti', 'Laccha Paratha', 'Set Dosa']

/** A menu as PDF, with a text of its own: its pages are read at once. */
async function menu(pages: readonly (readonly string[])[]): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', autoFirstPage: false })
  const pieces: Buffer[] = []
  document.on('data', (piece: Buffer) => pieces.push(piece))
  const end = new Promise((resolve) => document.on('end', resolve))
  for (const page of pages) {
    document.addPage()
    document.fontSize(20).text('Breads', 60, 60, { lineBreak: false }).fontSize(12)
    for (const [at, name] of page.entries())
      document.text(name, 60, 100 + at * 30, { lineBreak: false }).text(`${40 + at}.00`, 400, 100 + at * 30, { lineBreak: false })
  }
  document.end()
  await end
  return Buffer.concat(pieces)
}

const send = (path: string, body: Buffer, as = officer, type = 'application/pdf') =>
  app.call(`POST ${path}`, { as, body, headers: { 'content-type': type } })
async function scanned(pages: readonly (readonly string[])[], of = store, as = officer) {
  const answer = await send(`/stores/${of.id}/menu-scans`, await menu(pages), as)
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  await app.services.tasks.runDue()
  return (await app.call(`GET /menu-scans/${answer.body.id}`, { as })).body
}
const rowsOf = async (scanId: string, more = '') =>
  (await app.call(`GET /menu-scan-rows?scanId=${scanId}&sort=position&limit=100${more}`, { as: officer })).body.rows
const act = (path: string, body: object, as = officer) => app.call(`POST ${path}`, { as, body })

describe('a scan', () => {
  test('is read page by page, and another file after it', { timeout: patience }, async () => {
    const scan = await scanned([names, names.map((name) => `${name} large`)])
    expect(scan).toMatchObject({ status: 'to-review', pages: 2, openRows: 14, title: 'Menu of Banyan' })
    const more = await send(`/menu-scans/${scan.id}/pages`, await menu([names.map((name) => `${name} small`)]))
    expect(more.body.status).toBe('reading')
    await app.services.tasks.runDue()
    const rows = await rowsOf(scan.id)
    expect(rows.map(({ page, name, price }: Row) => [page, name, price?.minor]).filter((_: unknown, at: number) => at % 7 === 1)).toEqual([
      [1, 'Garlic Naan', 4100],
      [2, 'Garlic Naan large', 4100],
      [3, 'Garlic Naan small', 4100],
    ])
    const page = await app.call(`GET /menu-scans/${scan.id}/pages/3`, { as: officer })
    expect(page.status).toBe(200)
    expect(await app.database.db.selectFrom('menu_scan_source').select('place').where('scan_id', '=', scan.id).execute()).toEqual([])
  })

  test('of a file that cannot be read has failed, and says why', { timeout: patience }, async () => {
    const answer = await send(`/stores/${store.id}/menu-scans`, Buffer.from('%PDF-1.7\nno PDF\n%%EOF'))
    await app.services.tasks.runDue()
    const { body } = await app.call(`GET /menu-scans/${answer.body.id}`, { as: officer })
    expect(body).toMatchObject({ status: 'failed', statusReason: 'The file is damaged or no PDF.' })
    const task = await app.database.db
      .selectFrom('task')
      .select(['status', 'reason'])
      .where('title', '=', 'Read Menu of Banyan')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    expect(task).toEqual({ status: 'failed', reason: 'The file is damaged or no PDF.' })
    expect((await send(`/stores/${store.id}/menu-scans`, Buffer.from('no PDF'))).status).toBe(415)
  })

  test('that was killed at its second page goes on with it, and has no page twice', { timeout: patience }, async () => {
    const answer = await send(`/stores/${store.id}/menu-scans`, await menu([names, names, names]))
    const { db } = app.database
    // As a killed process leaves it: the first page is kept, the second was under way.
    await app.services.tasks.runDue()
    await db.updateTable('menu_scan').set({ status: 'reading', pages: 1 }).where('id', '=', answer.body.id).execute()
    await db.deleteFrom('menu_scan_page').where('scan_id', '=', answer.body.id).where('page', '>', 1).execute()
    await db.deleteFrom('menu_scan_row').where('scan_id', '=', answer.body.id).where('page', '>', 1).execute()
    const source = { scan_id: answer.body.id, place: 1, is_pdf: true, bytes: await menu([names, names, names]), pages_read: 1 }
    await db.insertInto('menu_scan_source').values(source).execute()
    const { body } = await app.call(`GET /menu-scans/${answer.body.id}`, { as: officer })
    expect((await act(`/menu-scans/${body.id}/read-on`, { version: body.version })).status).toBe(200)
    await app.services.tasks.runDue()
    const rows = await rowsOf(answer.body.id)
    expect([rows.length, ...new Set(rows.map(({ page }: Row) => page))]).toEqual([21, 1, 2, 3])
  })

  test('that was discarded while it was read stays so', { timeout: patience }, async () => {
    const answer = await send(`/stores/${store.id}/menu-scans`, await menu([names]))
    expect((await act(`/menu-scans/${answer.body.id}/discard`, { version: answer.body.version })).status).toBe(200)
    await app.services.tasks.runDue()
    const { body } = await app.call(`GET /menu-scans/${answer.body.id}`, { as: officer })
    expect([body.status, body.pages]).toEqual(['discarded', 0])
    expect((await send(`/menu-scans/${answer.body.id}/pages`, await menu([names]))).body.error.reason).toBe('scan-over')
  })
})

describe('a row', () => {
  test('is corrected, and the next scan of the store knows what was meant', { timeout: patience }, async () => {
    const own = await addStore(app.database.db)
    const as = await app.addStaff({ permissions: [...permissions], scope: { kind: 'all' } })
    const scan = await scanned([names], own, as)
    const [row] = (await app.call(`GET /menu-scan-rows?scanId=${scan.id}&sort=position`, { as })).body.rows
    const body = { version: row.version, name: 'Butter naan (tandoor)', price: { minor: 4500, currency: 'INR' } }
    const corrected = await app.call(`PATCH /menu-scan-rows/${row.id}`, { as, body })
    expect(corrected.body).toMatchObject({ name: 'Butter naan (tandoor)', state: 'confirmed', price: { minor: 4500 } })
    const wrong = await app.call(`PATCH /menu-scan-rows/${row.id}`, {
      as,
      body: { version: corrected.body.version, price: { minor: 1, currency: 'USD' } },
    })
    expect(wrong.body.error.fields).toEqual({ 'body.price': 'must be in INR' })
    const next = await scanned([names], own, as)
    const again = (await app.call(`GET /menu-scan-rows?scanId=${next.id}&sort=position`, { as })).body.rows
    expect(again.map(({ name }: Row) => name).slice(0, 2)).toEqual(['Butter naan (tandoor)', 'Garlic Naan'])
    const other = await scanned([names], store, officer)
    expect((await rowsOf(other.id))[0].name).toBe('Butter Naan')
  })

  test('is held against the items of the store', { timeout: patience }, async () => {
    const own = await addStore(app.database.db)
    const as = await app.addStaff({ permissions: [...permissions] })
    const { db } = app.database
    const category = { id: newId(), store_id: own.id, name: 'Breads' }
    await db.insertInto('menu_category').values(category).execute()
    const item = (name: string, price_minor: number) => ({
      id: newId(),
      store_id: own.id,
      category_id: category.id,
      sku: name,
      name,
      unit: 'pc',
      price_minor,
    })
    await db
      .insertInto('item')
      .values([item('Butter naan', 4000), item('Garlick Naan', 9900)])
      .execute()
    const scan = await scanned([names], own, as)
    const { rows } = (await app.call(`GET /menu-scan-rows?scanId=${scan.id}&sort=position`, { as })).body
    expect(rows.slice(0, 3).map(({ match, item: found }: Row) => [match, found?.name])).toEqual([
      ['same', 'Butter naan'],
      ['changed', 'Garlick Naan'],
      ['new', undefined],
    ])
  })

  test('without a price is not confirmed, and says of which item the price is missing', { timeout: patience }, async () => {
    const scan = await scanned([names])
    const [first] = await rowsOf(scan.id)
    await app.database.db.updateTable('menu_scan_row').set({ price_minor: null }).where('id', '=', first.id).execute()
    const { status, body } = await act(`/menu-scan-rows/${first.id}/confirm`, { version: 1 })
    expect([status, body.error.reason, body.error.message]).toEqual([
      ...[409, 'scan-row-unpriced'],
      'The price of Butter Naan could not be read: type it, or drop the row.',
    ])
  })

  test('waits until it is confirmed or dropped; then the scan is done', { timeout: patience }, async () => {
    const scan = await scanned([names])
    const [first, ...others] = await rowsOf(scan.id)
    expect((await act(`/menu-scan-rows/${first.id}/drop`, { version: 1 })).body.state).toBe('dropped')
    expect((await act(`/menu-scans/${scan.id}/finish`, { version: scan.version })).body.error.reason).toBe('scan-not-reviewed')
    const sure = await act(`/menu-scans/${scan.id}/confirm-sure`, { version: scan.version })
    expect(sure.body).toMatchObject({ openRows: 0, confirmedRows: others.length, droppedRows: 1 })
    const done = await act(`/menu-scans/${scan.id}/finish`, { version: sure.body.version })
    expect(done.body.status).toBe('done')
    const set = await app.database.db.selectFrom('change_set').select(['id', 'source', 'title']).orderBy('id', 'desc').executeTakeFirst()
    expect([set?.source, done.body.changeSet]).toEqual(['scan', { id: set?.id, name: set?.title }])
    expect((await act(`/menu-scan-rows/${first.id}/reopen`, { version: 2 })).body.error.reason).toBe('scan-row-settled')
  })
})

test('a scan is of its store: nobody next door has it, its rows or its pages', { timeout: patience }, async () => {
  const scan = await scanned([names])
  const [row] = await rowsOf(scan.id)
  const other = await addStore(app.database.db)
  const stranger = await app.addStaff({ permissions: [...permissions], scope: { kind: 'store', ids: [other.id] } })
  const paths = [`/menu-scans/${scan.id}`, `/menu-scans/${scan.id}/pages/1`, `/menu-scan-rows/${row.id}`]
  const seen = await Promise.all(paths.map(async (path) => (await app.call(`GET ${path}`, { as: stranger })).status))
  expect(seen).toEqual([404, 404, 404])
  expect((await send(`/stores/${store.id}/menu-scans`, await menu([names]), stranger)).status).toBe(404)
  expect((await app.call(`GET /menu-scan-rows?scanId=${scan.id}`, { as: stranger })).body.rows).toEqual([])
  const reader = await app.addStaff({ permissions: ['change-set.view'], scope: { kind: 'store', ids: [store.id] } })
  expect((await act(`/menu-scan-rows/${row.id}/confirm`, { version: 1 }, reader)).status).toBe(401)
})

interface Row {
  page: number
  name: string
  price: { minor: number } | null
  match: string
  item: { name: string } | null
}
