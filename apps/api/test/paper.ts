import type { OrderPrint } from '@larder/contract'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Caller, TestApp } from './test-app.ts'

/** A PDF as one reads it: its lines from top to bottom, each from left to right, and its pages in points. */
export interface Read {
  lines: string[]
  text: string
  pages: { width: number; height: number }[]
}

interface Piece {
  x: number
  y: number
  width: number
  str: string
}

export async function readPdf(bytes: Uint8Array): Promise<Read> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const pages: Read['pages'] = []
  const lines: string[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { width, height } = page.getViewport({ scale: 1 })
    pages.push({ width: Math.round(width), height: Math.round(height) })
    const { items } = await page.getTextContent()
    const pieces = items.flatMap((item): Piece[] =>
      'str' in item && item.str !== '' ? [{ x: item.transform[4], y: item.transform[5], width: item.width, str: item.str }] : [],
    )
    const rows = Map.groupBy(pieces, ({ y }) => Math.round(y * 10))
    for (const [, row] of [...rows].sort(([a], [b]) => b - a)) {
      lines.push(joined(row.sort((a, b) => a.x - b.x)))
    }
  }
  await pdf.loadingTask.destroy()
  const said = lines.filter(Boolean)
  return { lines: said, text: said.join('\n'), pages }
}

/** Text of one line: what stands close together is one word, whatever the fonts. */
function joined(row: readonly Piece[]): string {
  let end = Number.NEGATIVE_INFINITY
  let line = ''
  for (const { x, width, str } of row) {
    line += x - end > 1.5 ? ` ${str}` : str
    end = x + width
  }
  return line.replace(/\s+/g, ' ').trim()
}

type Wanted = Pick<OrderPrint, 'document' | 'paper'>

/** Prints a document of an order and reads its paper. */
export async function printed(app: TestApp, as: Caller, orderId: string, wanted: Wanted): Promise<Read & { print: OrderPrint }> {
  const { status, body: print } = await app.call(`POST /orders/${orderId}/prints`, { as, body: wanted })
  if (status !== 200) throw new Error(JSON.stringify(print))
  return { print, ...(await readPdf(await fetchPaper(app, as, print.id))) }
}

/** The file of a print. */
export async function fetchPaper(app: TestApp, as: Caller, id: string): Promise<Buffer> {
  const headers = { 'x-api-key': as.token, authorization: `Bearer ${as.token}` }
  const answer = await app.fastify.inject({ method: 'GET', url: `/api/order-prints/${id}`, headers })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.rawPayload
}
