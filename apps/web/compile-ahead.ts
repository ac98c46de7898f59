import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** What every list begins with; of larger files that come later most is never called. */
const begins = new Set(['index', 'page', 'layout.screen', 'orders.screen'])
const hint = '//# allFunctionsCalledOnLoad\n'

/**
 * Has the engine compile these files as a whole while they arrive, beside the page's own thread. Left to itself it skips each function and
 * compiles it when it is called first, on that thread, at every visit: of modules, Chromium keeps code and does not take it up (docs/decisions/0043).
 */
export function compileAhead(): Plugin {
  return {
    name: 'compile-ahead',
    apply: 'build',
    // The comment counts in the first line alone: once all others have put there what they put there, and have compressed it.
    writeBundle({ dir = '' }, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || !begins.has(file.name)) continue
        const path = join(dir, file.fileName)
        const text = hint + readFileSync(path, 'utf8')
        writeFileSync(path, text)
        writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }))
        writeFileSync(`${path}.br`, brotliCompressSync(text))
      }
    },
  }
}
