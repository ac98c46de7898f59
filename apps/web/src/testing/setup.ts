import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

// What is fetched when it is opened is compiled then, too.
configure({ asyncUtilTimeout: 8000 })
// Files that share a process share its window: each begins with nothing kept in it, and leaves nothing that is still loading.
localStorage.clear()
sessionStorage.clear()
afterEach(cleanup)
afterAll(() => vi.dynamicImportSettled())
