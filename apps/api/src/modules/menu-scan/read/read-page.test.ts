import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type DrawnMenu, drawMenu } from '#seed/drawn-menu.ts'
import { pngOf } from '../../../../test/pictures.ts'
import { parsePage } from '../parse/parse-page.ts'
import type { PageRead } from './page.ts'
import { readPage } from './read-page.ts'

// A page takes seconds, a loaded machine many times that.
const patience = 240_000

const drawn = (menu: DrawnMenu) => drawMenu(menu).png
const picture = (bytes: Uint8Array) => readPage({ bytes, isPdf: false, page: 0 })
const pdf = (bytes: Uint8Array, page = 0) => readPage({ bytes, isPdf: true, page })
const said = (answer: Awaited<ReturnType<typeof readPage>>) => ('refusal' in answer ? answer.refusal : 'read')
const rowsOf = (answer: Awaited<ReturnType<typeof readPage>>) =>
  parsePage(answer as PageRead, 'INR').map(({ category, name, variant, minor }) =>
    [category, name, variant, minor].map((part) => part ?? '').join('|'),
  )

const breads = {
  heading: 'Breads',
  items: [
    ['Butter Naan', '₹45'],
    ['Garlic Naan', '₹60'],
    ['Kerala Porotta', '₹30'],
  ].map(itemOf),
}
const drinks = {
  heading: 'Drinks',
  items: [
    ['Filter Coffee', '₹40'],
    ['Mango Lassi', '₹90'],
    ['Lime Soda', '₹70'],
  ].map(itemOf),
}
function itemOf([name = '', ...prices]: string[]) {
  return { name, prices }
}
const expected = [
  'Breads|Butter Naan||4500',
  'Breads|Garlic Naan||6000',
  'Breads|Kerala Porotta||3000',
  'Drinks|Filter Coffee||4000',
  'Drinks|Mango Lassi||9000',
  'Drinks|Lime Soda||7000',
]

describe('a page of a menu is read', () => {
  test('with dots before its prices, in poor light, askew', { timeout: patience }, async () => {
    const page = drawn({ title: 'Banyan', hasLeaders: true, sections: [breads, drinks] })
    const dark = await sharp(page).rotate(2, { background: '#fff' }).linear(0.5, 10).blur(0.6).jpeg({ quality: 80 }).toBuffer()
    expect(rowsOf(await picture(dark))).toEqual(expected)
  })

  test('pale and blurred, where dots are hardly darker than the paper', { timeout: patience }, async () => {
    const page = drawn({ title: 'Banyan', hasLeaders: true, sections: [breads, drinks] })
    const pale = await sharp(page).blur(0.9).linear(0.35, 130).jpeg({ quality: 80 }).toBuffer()
    expect(rowsOf(await picture(pale))).toEqual(expected)
  })

  test('in two columns', { timeout: patience }, async () => {
    expect(rowsOf(await picture(drawn({ title: 'Banyan', columns: 2, sections: [breads, drinks] })))).toEqual(expected)
  })

  test('with a column for each size, by its own text where a PDF has one', { timeout: patience }, async () => {
    const sections = [
      {
        heading: 'Biryani',
        items: [
          ['Chicken Biryani', '120', '220'],
          ['Egg Biryani', '95', '150'],
        ].map(itemOf),
      },
    ]
    const both = [
      'Biryani|Chicken Biryani|Half|12000',
      'Biryani|Chicken Biryani|Full|22000',
      'Biryani|Egg Biryani|Half|9500',
      'Biryani|Egg Biryani|Full|15000',
    ]
    expect(rowsOf(await picture(drawn({ title: 'Banyan', sizes: ['Half', 'Full'], sections })))).toEqual(both)
    const written = await printed((document) =>
      ['Butter Naan', 'Garlic Naan', 'Kerala Porotta', 'Rumali Roti', 'Tandoori Roti', 'Laccha Paratha', 'Set Dosa'].forEach((name, at) => {
        document.text(name, 60, 100 + at * 30, { lineBreak: false }).text(`${at + 30}.00`, 400, 100 + at * 30, { lineBreak: false })
      }),
    )
    const answer = await pdf(written)
    expect(rowsOf(answer).slice(0, 2)).toEqual(['|Butter Naan||3000', '|Garlic Naan||3100'])
    expect(answer).toMatchObject({ pages: 1, marks: [] })
    expect(said(await pdf(written, 3))).toBe('has fewer pages than it said')
  })
})

describe('what strangers send ends in a sentence:', () => {
  test('files that are none', { timeout: patience }, async () => {
    expect(said(await picture(Buffer.from('no picture')))).toBe('is damaged or in an unsupported format')
    expect(said(await picture(drawn({ title: 'Cut', sections: [breads] }).subarray(0, 9000)))).toBe(
      'is damaged or in an unsupported format',
    )
    expect(said(await pdf(Buffer.from('%PDF-1.7\nno PDF')))).toBe('is damaged or no PDF')
  })

  test('a picture that unpacks to hundreds of megabytes', { timeout: patience }, async () => {
    expect(said(await picture(pngOf({ width: 20_000, height: 20_000 })))).toMatch(/20000 by 20000 pixels; at most 40 million/)
  })

  test('a PDF with a script, one that fetches, one that unpacks without end, one of too many pages, one that is locked', {
    timeout: patience,
  }, async () => {
    const scripted = await printed(
      (document) => document.text('Naan 45'),
      (text) => text.replace('/Type /Catalog', '/Type /Catalog /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>'),
    )
    expect(said(await pdf(scripted))).toBe('read')
    expect(said(await pdf(await bomb()))).toMatch(/cannot be read|takes too long|damaged|read/)
    expect(said(await pdf(await printed((document) => Array.from({ length: 30 }, () => document.addPage()))))).toBe(
      'has 31 pages; at most 20 are read',
    )
    const locked = await printed(
      (document) => document.text('x'),
      (text) => text,
      { userPassword: 'secret', pdfVersion: '1.7' },
    )
    expect(said(await pdf(locked))).toBe('is protected by a password')
  })
})

async function printed(
  draw: (document: PDFKit.PDFDocument) => void,
  change: (text: string) => string = (text) => text,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', compress: false, ...options })
  const pieces: Buffer[] = []
  const end = new Promise((resolve) => document.on('end', resolve))
  document.on('data', (piece: Buffer) => pieces.push(piece))
  draw(document)
  document.end()
  await end
  return Buffer.from(change(Buffer.concat(pieces).toString('latin1')), 'latin1')
}

/** A page whose few bytes become a hundred megabytes of nothing. */
async function bomb(): Promise<Buffer> {
  const packed = deflateSync(Buffer.alloc(96 * 1024 * 1024, 'q Q '))
  const twice = deflateSync(packed)
  const head = `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R>> endobj
4 0 obj <</Length ${twice.length}/Filter[/FlateDecode/FlateDecode]>> stream
`
  return Buffer.concat([Buffer.from(head, 'latin1'), twice, Buffer.from('\nendstream endobj\ntrailer <</Root 1 0 R>>\n', 'latin1')])
}
