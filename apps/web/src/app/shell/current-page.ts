import { useMatches } from 'react-router'
import type { Page } from '../pages.ts'
import { pages } from '../routes.ts'

/** The table's row of the page that is shown. */
export function useCurrentPage(): Page | undefined {
  const handle = useMatches().at(-1)?.handle as { page?: Page } | undefined
  return handle?.page
}

/** The pages above one, outermost first, itself last. */
export function trailOf(page: Page): Page[] {
  const above = pages.find(({ path }) => path === page.under)
  return above ? [...trailOf(above), page] : [page]
}
