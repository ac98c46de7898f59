import PDFDocument from 'pdfkit'
import { bytesOf, type Run, runsOf } from './fonts.ts'
import { type Cell, type Row, rowsOf } from './rows.ts'
import type { Sheet } from './sheet.ts'

const millimetre = 72 / 25.4

/** In points. A roll is as high as what stands on it, up to what a page of a PDF may be. */
const papers = {
  roll: { width: 80 * millimetre, height: 14_000, margin: 4 * millimetre, size: 9, isCut: true },
  a4: { width: 210 * millimetre, height: 297 * millimetre, margin: 18 * millimetre, size: 10.5, isCut: false },
} as const

const incomplete = '? stands for a character that cannot be printed.'

/** Draws sheets as one PDF, each on pages of its own; the same sheets give the same bytes. It runs in a thread of its own. */
// biome-ignore lint/style/noDefaultExport: it is what the pool of threads calls
export default async function draw(sheets: readonly Sheet[]): Promise<Uint8Array> {
  const [first] = sheets
  if (!first) throw new Error('There is nothing to draw')
  const pen = penOf(first, sheets.length)
  for (const sheet of sheets) drawOne(pen, sheet)
  return pen.end()
}

function drawOne(pen: Pen, sheet: Sheet): void {
  pen.beginSheet()
  const { width, height, margin, size, isCut } = papers[sheet.paper]
  const room = width - 2 * margin
  const lay = (blocks: Sheet['blocks']) => rowsOf(blocks, room, size, pen.measure)
  const rows = lay(sheet.blocks)
  if (!pen.isWhole()) rows.push(...lay([{ kind: 'words', text: incomplete, size: 'small', align: 'centre' }]))
  const pages = pagesOf(rows, height - 2 * margin)
  for (const [index, page] of pages.entries()) {
    pen.begin([width, isCut ? heightOf(page) + 2 * margin : height])
    let top = margin
    for (const row of page) {
      if (row.cells.length === 0) pen.rule(margin, top + row.height / 2, room)
      for (const cell of row.cells) pen.write(cell, row, margin, top)
      top += row.height
    }
    if (pages.length > 1)
      pen.write(foot(`${index + 1} / ${pages.length}`, room), { size: 8, isStrong: false }, margin, isCut ? top : height - margin)
  }
}

function foot(text: string, width: number): Cell {
  return { text, x: 0, width, align: 'right' }
}

function heightOf(rows: readonly Row[]): number {
  return rows.reduce((sum, { height }) => sum + height, 0)
}

function pagesOf(rows: readonly Row[], room: number): Row[][] {
  const pages: Row[][] = [[]]
  let used = 0
  for (const row of rows) {
    // Rows of no height stand beside the next one.
    if (used + row.height > room) {
      const beside = takeLast(pages.at(-1) ?? [])
      pages.push(beside)
      used = 0
    }
    pages.at(-1)?.push(row)
    used += row.height
  }
  return pages
}

/** Takes the rows of no height off a page's end. */
function takeLast(page: Row[]): Row[] {
  const kept = page.findLastIndex(({ height }) => height > 0) + 1
  return page.splice(kept)
}

/** Text without what places marks in a font. The library takes features by name as well as its types' lists, and writes into them. */
function withoutPlacing(): { features: never } {
  return { features: { mark: false, mkmk: false, abvm: false, blwm: false } as never }
}

type Pen = ReturnType<typeof penOf>

function penOf({ title: own, at }: Sheet, sheets: number) {
  const title = sheets === 1 ? own : `${own} and ${sheets - 1} more`
  const doc = new PDFDocument({ autoFirstPage: false, margin: 0, lang: 'en', info: { Title: title, CreationDate: at, ModDate: at } })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => doc.once('end', resolve))
  const known = new Set<string>()
  const widths = new Map<string, number>()
  let isWhole = true
  const take = ({ font }: Run, size: number) => {
    if (!known.has(font)) doc.registerFont(font, bytesOf(font))
    known.add(font)
    doc.font(font).fontSize(size)
  }
  const unplaced = new Set<string>()
  const optionsOf = ({ text }: Run) => (unplaced.has(text) ? withoutPlacing() : {})
  const widthOf = (run: Run, size: number) => {
    take(run, size)
    if (unplaced.has(run.text)) return doc.widthOfString(run.text, withoutPlacing())
    try {
      return doc.widthOfString(run.text)
    } catch {
      // Of some letters a font has no place for a mark, and the library fails over that: their marks then stand where they come.
      unplaced.add(run.text)
      return doc.widthOfString(run.text, withoutPlacing())
    }
  }
  const measure = (text: string, size: number, isStrong: boolean): number => {
    const key = `${size} ${isStrong} ${text}`
    const before = widths.get(key)
    if (before !== undefined) return before
    const cut = runsOf(text, isStrong)
    isWhole &&= cut.isWhole
    const width = cut.runs.reduce((sum, run) => sum + widthOf(run, size), 0)
    widths.set(key, width)
    return width
  }
  return {
    measure,
    /** What could not be drawn is told at the foot of its own sheet: every text is looked at anew. */
    beginSheet: () => {
      isWhole = true
      widths.clear()
    },
    isWhole: () => isWhole,
    begin: (size: [number, number]) => void doc.addPage({ size, margin: 0 }),
    rule: (x: number, y: number, width: number) =>
      void doc
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.5)
        .dash(1.5, { space: 1.5 })
        .stroke()
        .undash(),
    write: ({ text, x, width, align }: Cell, { size, isStrong }: Pick<Row, 'size' | 'isStrong'>, left: number, top: number) => {
      const spare = width - measure(text, size, isStrong)
      let at = left + x + (align === 'right' ? spare : align === 'centre' ? spare / 2 : 0)
      for (const run of runsOf(text, isStrong).runs) {
        const wide = widthOf(run, size)
        doc.text(run.text, at, top + size * 1.07, { ...optionsOf(run), lineBreak: false, baseline: 'alphabetic' })
        at += wide
      }
    },
    end: async () => {
      doc.end()
      await ended
      return new Uint8Array(Buffer.concat(chunks))
    },
  }
}
