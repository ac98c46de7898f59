import { apiHost } from './request-url.ts'
import { keepStored } from './stored.ts'

declare global {
  interface Window {
    /** What `prefetch.ts` asked for in the page's head, by address, until the page stands. */
    prefetched?: Map<string, Promise<Response>>
  }
}

const key = 'larder.reads'
const mostPages = 50
/** More than any page reads as it opens. */
const mostReads = 30

/** By the address of a page, newest last, what it reads as it opens. */
type Reads = Record<string, string[]>

function storedReads(): Reads {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') ?? {}
  } catch {
    return {}
  }
}

/** What the page of an address read of the API when it was opened last on this device: the token goes nowhere else, whatever stands there. */
export function readsOf(page: string): readonly string[] {
  const reads: unknown = storedReads()[page]
  const api = `${apiHost()}/api/`
  return Array.isArray(reads) ? reads.filter((url) => isBelow(api, url)).slice(0, mostReads) : []
}

/** As the browser will read it, not as it is written. */
function isBelow(api: string, url: unknown): boolean {
  return typeof url === 'string' && URL.canParse(url) && new URL(url).href.startsWith(api)
}

/** Whoever comes next may open other pages. */
export function forgetReads(): void {
  localStorage.removeItem(key)
}

let asked: Set<string> | null = new Set()

/**
 * Before a read is sent: its answer where that is on its way already, good for once. What is read until the page stands is noted; from then on
 * there is none, also where what asks ahead came late.
 */
export function takePrefetched(url: string): Promise<Response> | undefined {
  if (asked === null) return undefined
  asked.add(url)
  const answer = window.prefetched?.get(url)
  window.prefetched?.delete(url)
  return answer
}

/** Whether the first page is still on its way. */
export function isOpening(): boolean {
  return asked !== null
}

/** The page of an address stands: what it read is kept for the next time; what was asked for and nobody took would be old by then. */
export function keepReads(page: string): void {
  const { [page]: _before, ...others } = storedReads()
  const kept = [...Object.entries(others), [page, [...(asked ?? [])]] as const].slice(-mostPages)
  keepStored(localStorage, key, JSON.stringify(Object.fromEntries(kept)))
  endPrefetch()
}

/** As `keepReads`, where nothing is kept. */
export function endPrefetch(): void {
  asked = null
  delete window.prefetched
}
