import sharp from 'sharp'
import type { Unread } from '#kit/files/reader.ts'
import { endBeyond } from '#kit/files/watch-memory.ts'
import type { PageRead } from './page.ts'
import { readPdf } from './read-pdf.ts'
import { readPicture, Unreadable } from './read-picture.ts'

export interface PageQuestion {
  bytes: Uint8Array
  isPdf: boolean
  /** From 0 on. */
  page: number
}

/** A page of a menu takes some 300, a photo of 40 million pixels twice that. */
const MOST_MEGABYTES = 1100

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
})
endBeyond(MOST_MEGABYTES)

// A program of its own, started for one page: bytes come in, its words and its picture or a refusal go out.
process.once('disconnect', () => process.exit())
process.once('message', async (question: PageQuestion) => {
  process.send?.(await read(question), () => process.exit())
})

async function read({ bytes, isPdf, page }: PageQuestion): Promise<PageRead | Unread> {
  try {
    return isPdf ? await readPdf(bytes, page) : { ...(await readPicture(bytes)), pages: 1 }
  } catch (error) {
    return { refusal: error instanceof Unreadable ? error.message : 'is damaged or in an unsupported format' }
  }
}
