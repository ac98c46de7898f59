import { join } from 'node:path'
import { createReader, type Unread } from '#kit/files/reader.ts'
import type { PageRead } from './page.ts'
import type { PageQuestion } from './page-reader.ts'

/** Reads one page of a stranger's picture or PDF, in a process of its own. 503 `scans-busy` when too many wait. */
export const readPage: (question: PageQuestion) => Promise<PageRead | Unread> = createReader<PageQuestion, PageRead>(
  join(import.meta.dirname, 'page-reader.ts'),
  { heap: 512, time: 180_000 },
  { reason: 'scans-busy', message: 'Too many menus are being read. Please try again in a moment.' },
)
