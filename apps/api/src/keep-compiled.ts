import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Reading and stripping a thousand files is most of a start; from the second start on what is imported after this is read ready-made.
enableCompileCache(join(import.meta.dirname, '../../../.cache/compile'))
