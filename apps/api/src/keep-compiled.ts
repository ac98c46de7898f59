import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// From the second start on what is imported after this is read ready-made: of sources, which are read and stripped one by one, that is most of a start.
enableCompileCache(join(import.meta.dirname, '../../../.cache/compile'))
