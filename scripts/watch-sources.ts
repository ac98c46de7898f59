import { EventEmitter, once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './program.ts'

const FOLDERS = ['apps/api/src', 'apps/api/migrations', 'packages/contract/src']
// An editor writes a file in several steps, a branch switch many files.
const SETTLE_MS = 150

/** What the API is made of, watched: `next` resolves at the next change, once it has settled. */
export function watchSources(): { next: () => Promise<void> } {
  const changes = new EventEmitter()
  let settling: NodeJS.Timeout | undefined
  for (const folder of FOLDERS) {
    watch(join(ROOT, folder), { recursive: true }, (_event, name) => {
      if (name?.endsWith('.test.ts')) return
      clearTimeout(settling)
      settling = setTimeout(() => changes.emit('change'), SETTLE_MS)
    })
  }
  return { next: () => once(changes, 'change').then(() => {}) }
}
