import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp from 'sharp'
import type { PageRead, Word } from './page.ts'
import { readPicture, Unreadable } from './read-picture.ts'

const LONGEST = 2400
const LONGEST_SHOWN = 1800
const MOST_PAGES = 20
/** Words with which a page's own text is enough to go by: fewer are a stamp upon a picture. */
const FEWEST_WORDS = 12

/** Reads a page of a PDF: by its own text where it has one, else as a picture. Nothing in it is run or fetched. */
export async function readPdf(bytes: Uint8Array, at: number): Promise<PageRead> {
  const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
  const within = (name: string) => `${join(folder, name)}/`
  const loading = getDocument({
    data: new Uint8Array(bytes),
    enableXfa: false,
    stopAtErrors: false,
    disableFontFace: true,
    useSystemFonts: false,
    verbosity: 0,
    standardFontDataUrl: within('standard_fonts'),
    cMapUrl: within('cmaps'),
    wasmUrl: within('wasm'),
    iccUrl: within('iccs'),
    canvasMaxAreaInBytes: 64 * 1024 * 1024,
  })
  const document = await loading.promise.catch((error: Error) => {
    throw new Unreadable(error.name === 'PasswordException' ? 'is protected by a password' : 'is damaged or no PDF')
  })
  if (document.numPages > MOST_PAGES) throw new Unreadable(`has ${document.numPages} pages; at most ${MOST_PAGES} are read`)
  if (at >= document.numPages) throw new Unreadable('has fewer pages than it said')
  const page = await document.getPage(at + 1)
  const { width, height } = page.getViewport({ scale: 1 })
  if (!(Math.min(width, height) >= 20 && Math.max(width, height) <= 20_000)) throw new Unreadable('has a page of no size that paper has')
  const drawn = await draw(page, LONGEST / Math.max(width, height), document.canvasFactory as CanvasFactory)
  const words = await textOf(page, LONGEST_SHOWN / Math.max(width, height))
  const pages = document.numPages
  if (words.filter(({ text }) => /\p{L}{2}/u.test(text)).length < FEWEST_WORDS) return { ...(await readPicture(drawn)), pages }
  const shown = sharp(drawn).resize({ width: LONGEST_SHOWN, height: LONGEST_SHOWN, fit: 'inside' }).webp({ quality: 72 })
  const { data: picture, info } = await shown.toBuffer({ resolveWithObject: true })
  return { picture, pages, width: info.width, height: info.height, words, marks: [] }
}

interface CanvasFactory {
  create(width: number, height: number): { canvas: { toBuffer(type: 'image/png'): Buffer } }
}
type RenderParameters = Parameters<PDFPageProxy['render']>[0]

async function draw(page: PDFPageProxy, scale: number, factory: CanvasFactory): Promise<Uint8Array> {
  const viewport = page.getViewport({ scale })
  const { canvas } = factory.create(Math.ceil(viewport.width), Math.ceil(viewport.height))
  await page.render({ canvas, viewport, background: '#fff' } as unknown as RenderParameters).promise
  return canvas.toBuffer('image/png')
}

/** The words of the page's own text with their edges; those within one run get the width that their letters have in it. */
async function textOf(page: PDFPageProxy, scale: number): Promise<Word[]> {
  const viewport = page.getViewport({ scale })
  const { items } = await page.getTextContent()
  return items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return []
    const [a = 1, b = 0, , , x = 0, y = 0] = item.transform as number[]
    // Turned text is no line of a menu.
    if (Math.abs(b) > Math.abs(a) * 0.2) return []
    const [left = 0, base = 0] = viewport.convertToViewportPoint(x, y)
    const [width, height] = [item.width * scale, Math.max(item.height, Math.abs(a)) * scale]
    const perLetter = width / item.str.length
    return [...item.str.matchAll(/\S+/g)].map(({ 0: text, index }) => ({
      text,
      confidence: 0.99,
      left: left + index * perLetter,
      right: left + (index + text.length) * perLetter,
      ...edgesOf(text, base, height),
    }))
  })
}

/** Where a word's ink begins and ends, as a reader of pictures would say it. */
function edgesOf(text: string, base: number, height: number): { top: number; bottom: number } {
  const rises = /[A-Z0-9bdfhklt(]/.test(text)
  const falls = /[gjpqy,;()]/.test(text)
  return { top: base - height * (rises ? 0.72 : 0.52), bottom: base + (falls ? height * 0.21 : 0) }
}
