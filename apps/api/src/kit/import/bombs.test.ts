import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32, createDeflateRaw } from 'node:zlib'
import { type exportTypes, importLimits } from '@larder/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendFile } from '../../../test/imports.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

let app: TestApp
let admin: Caller
beforeAll(async () => {
  app = await testApp()
  admin = await app.addStaff({ isAdmin: true })
})
afterAll(() => app.close())

const megabyte = 1024 * 1024
const ooxml = 'http://schemas.openxmlformats.org'
const inside = '<?xml version="1.0" encoding="UTF-8"?>'

/** A file within an archive: its text, or one in which something comes so often and that may claim to be of another size. */
type Content = string | Repeated
type Repeated = { begins: string; repeats: string; times: number; ends: string; claims?: number }

/** A megabyte at a time: what bursts whoever unpacks it must not burst whoever makes it. */
function* piecesOf(content: Content): Generator<Buffer> {
  if (typeof content === 'string') return yield Buffer.from(content)
  const { begins, repeats, times, ends } = content
  const atOnce = Math.max(1, Math.floor(megabyte / repeats.length))
  yield Buffer.from(begins)
  const piece = Buffer.from(repeats.repeat(atOnce))
  for (let left = times; left > 0; left -= atOnce) yield left >= atOnce ? piece : Buffer.from(repeats.repeat(left))
  yield Buffer.from(ends)
}

async function pack(content: Content): Promise<{ packed: Buffer; size: number; sum: number }> {
  let [size, sum] = [0, 0]
  function* measured() {
    for (const piece of piecesOf(content)) {
      size += piece.length
      sum = crc32(piece, sum)
      yield piece
    }
  }
  const packed = await buffer(Readable.from(measured()).pipe(createDeflateRaw()))
  return { packed, size, sum }
}

/** An archive, as a workbook is one. */
async function archiveOf(files: Readonly<Record<string, Content>>): Promise<Buffer> {
  const [parts, directory]: [Buffer[], Buffer[]] = [[], []]
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const { packed, size, sum } = await pack(content)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(sum, 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(typeof content === 'string' ? size : (content.claims ?? size), 18)
    facts.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(name), packed])
    const where = Buffer.alloc(14)
    where.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), facts, where, Buffer.from(name)]))
    parts.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06'), end])
}

/** A workbook with this sheet. */
function workbookWith(sheet: Content, more: Readonly<Record<string, Content>> = {}): Promise<Buffer> {
  return archiveOf({
    '[Content_Types].xml': `${inside}<Types xmlns="${ooxml}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    '_rels/.rels': `${inside}<Relationships xmlns="${ooxml}/package/2006/relationships"><Relationship Id="rId1" Type="${ooxml}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${inside}<workbook xmlns="${ooxml}/spreadsheetml/2006/main" xmlns:r="${ooxml}/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${inside}<Relationships xmlns="${ooxml}/package/2006/relationships"><Relationship Id="rId1" Type="${ooxml}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': sheet,
    ...more,
  })
}

const rowsOf = (repeats: string, times: number): Repeated => ({
  begins: `${inside}<worksheet xmlns="${ooxml}/spreadsheetml/2006/main"><sheetData>`,
  repeats,
  times,
  ends: '</sheetData></worksheet>',
})
const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`

test('a workbook as these are made is one: small, it is read', async () => {
  const heads = ['Code', 'Name', 'Size', 'Capacity (g)', 'Deposit', 'Stock', 'Active'].map(cell).join('')
  const { status, body } = await sendFile(app, '/crates/import/check', admin, await workbookWith(rowsOf(`<row>${heads}</row>`, 1)), 'xlsx')
  expect([status, body.error]).toEqual([200, undefined])
})

const sharedStrings = `${ooxml}/officeDocument/2006/relationships/sharedStrings`
const besideIt: Readonly<Record<string, Content>> = {
  'xl/_rels/workbook.xml.rels': `${inside}<Relationships xmlns="${ooxml}/package/2006/relationships"><Relationship Id="rId1" Type="${ooxml}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${sharedStrings}" Target="sharedStrings.xml"/></Relationships>`,
  'xl/sharedStrings.xml': {
    begins: `${inside}<sst xmlns="${ooxml}/spreadsheetml/2006/main">`,
    repeats: '<si><t>x</t></si>',
    times: 10_000_000,
    ends: '</sst>',
  },
}
const oneCell: Content = {
  begins: `${inside}<worksheet xmlns="${ooxml}/spreadsheetml/2006/main"><sheetData><row><c t="inlineStr"><is><t>`,
  repeats: 'x',
  times: 150 * megabyte,
  ends: '</t></is></c></row></sheetData></worksheet>',
}
// How far a reader gets with what is far too much before it is ended hangs on the machine.
const tooMuch =
  /name is longer than 200|more text than any list|unpacks to more than any list|takes too long|cannot be read|no XLSX workbook/
const unclosed = /quotation mark that is not closed/
const within = /quotation mark within a cell on line 1:/

const wide = rowsOf(`<row>${cell('x'.repeat(150)).repeat(100)}</row>`, 18_000)
const unpacks = /unpacks to more than any list has/

const bombs: [what: string, format: keyof typeof exportTypes, words: RegExp, make: () => Buffer | Promise<Buffer>][] = [
  [
    'cells that unpack to a hundred megabytes',
    'xlsx',
    tooMuch,
    () => workbookWith(rowsOf(`<row>${cell('x'.repeat(megabyte))}</row>`, 100)),
  ],
  ['one cell of hundreds of megabytes', 'xlsx', tooMuch, () => workbookWith(oneCell)],
  [
    'texts beside the sheet that unpack to hundreds of megabytes',
    'xlsx',
    tooMuch,
    () => workbookWith(rowsOf('<row><c t="s"><v>0</v></c></row>', 1), besideIt),
  ],
  ['rows within all limits but of hundreds of megabytes', 'xlsx', unpacks, () => workbookWith(wide)],
  ['rows that claim to unpack to nothing', 'xlsx', unpacks, () => workbookWith({ ...wide, claims: 0 })],
  ['rows that claim to unpack to little', 'xlsx', /no XLSX workbook/, () => workbookWith({ ...wide, claims: megabyte })],
  [
    'a million columns of a workbook',
    'xlsx',
    /no XLSX workbook|more than 200 columns/,
    () => workbookWith(rowsOf(`<row>${cell('x').repeat(1_000_000)}</row>`, 1)),
  ],
  ['a million rows of a workbook', 'xlsx', /more than 20000 rows/, () => workbookWith(rowsOf(`<row>${cell('x')}</row>`, 1_000_000))],
  ['a million columns', 'csv', /more than 200 columns/, () => Buffer.from(`${'a,'.repeat(1_000_000)}a\n`)],
  ['a quotation mark that is never closed', 'csv', unclosed, () => Buffer.from(`Code,Name\n"${'x'.repeat(4 * megabyte)}`)],
  ['a quotation mark in the heads that is never closed', 'csv', within, () => Buffer.from(`"${'a,"'.repeat(megabyte)}`)],
  ['nothing but quotation marks', 'csv', unclosed, () => Buffer.from('"'.repeat(4 * megabyte + 1))],
  ['nothing but ends of lines', 'csv', /is empty/, () => Buffer.from('\n'.repeat(4 * megabyte))],
  ['nothing but separators', 'csv', /is empty/, () => Buffer.from(';'.repeat(4 * megabyte))],
]

test('a column whose name is a megabyte is not told by its name', async () => {
  const { status, body } = await sendFile(app, '/crates/import/check', admin, `Code,${'x'.repeat(megabyte)}\n`)
  expect([status, body.error?.message]).toEqual([422, 'The file has a column whose name is longer than 200 characters.'])
})

test.each(bombs)('%s is refused in words, and takes nothing of the process with it', async (_, format, words, make) => {
  const file = await make()
  expect(file.length).toBeLessThan(importLimits.bytes)
  const { status, body } = await sendFile(app, '/crates/import/check', admin, file, format)
  expect([status, body.error?.message]).toEqual([422, expect.stringMatching(words)])
  expect((await app.call('GET /crates', { as: admin })).status).toBe(200)
})

test('the files of one person leave room for those of another', async () => {
  const other = await app.addStaff({ isAdmin: true })
  const slow = await workbookWith(rowsOf(`<row>${'<c/>'.repeat(1_000_000)}</row>`, 1))
  const check = (as: Caller, file: Buffer | string, format: 'csv' | 'xlsx') => sendFile(app, '/crates/import/check', as, file, format)
  const many = Promise.all(Array.from({ length: 8 }, () => check(admin, slow, 'xlsx')))
  const { status, body } = await check(other, 'Code,Name,Size,Capacity (g),Deposit,Stock,Active\n', 'csv')
  expect([status, body.error]).toEqual([200, undefined])
  expect((await many).map((each) => each.status).toSorted()).toEqual([422, 422, 503, 503, 503, 503, 503, 503])
})
