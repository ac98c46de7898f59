import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { adoptConventions, initialConventions } from '#kit/format.ts'

// What is fetched when it is opened is compiled then, too.
configure({ asyncUtilTimeout: 8000 })
// Files that share a process share its window and its conventions: each begins with nothing kept there, and leaves nothing that is still loading.
adoptConventions(initialConventions)
localStorage.clear()
sessionStorage.clear()
afterEach(cleanup)
afterAll(() => vi.dynamicImportSettled())
