import type { Page } from './pages.ts'

/**
 * The one table of paths (specification, section 2). Router, menu, breadcrumbs, page titles, links, command palette and the route tests
 * derive from it. A path is here when its screen is.
 */
export const pages: readonly Page[] = []
