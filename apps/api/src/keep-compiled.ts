import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Those that this program starts find it by the environment.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../../.cache/compile')
// From the second start on what is imported after this is read ready-made: of sources, which are read and stripped one by one, that is most of a start.
enableCompileCache(process.env.NODE_COMPILE_CACHE)
