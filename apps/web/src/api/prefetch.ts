import { readsOf } from './prefetched.ts'
import { headersOf } from './request-headers.ts'
import { apiHost } from './request-url.ts'
import { canStore } from './stored.ts'
import { storedToken } from './token.ts'

// Runs in the page's head, before any file of the application has come (0043): on a slow machine its code takes longer than these answers.
if (canStore() && storedToken() !== null) {
  const reads = new Set([`${apiHost()}/api/me`, ...readsOf(location.pathname + location.search)])
  const headers = headersOf('application/json')
  window.prefetched = new Map([...reads].map((url) => [url, fetch(url, { headers })]))
  // Whoever takes one hears of its failure.
  for (const answer of window.prefetched.values()) answer.catch(() => {})
}
// The first formatter of dates takes a slow machine a fifth of a second, whatever it formats: while the application's files are on their way.
Intl.DateTimeFormat('en-US')
