import type { Page } from './pages.ts'
import { carePages } from './routes/care.ts'
import { moneyPages } from './routes/money.ts'
import { orderPages } from './routes/orders.ts'
import { settingPages } from './routes/settings.ts'
import { staffPages } from './routes/staff.ts'
import { storePages } from './routes/stores.ts'

/**
 * All paths (specification, section 2), a page a line beside those of its part of the menu. Router, menu, breadcrumbs, page titles, links,
 * command palette and the route tests derive from them. A path is here when its screen is.
 */
export const pages: readonly Page[] = [...orderPages, ...storePages, ...carePages, ...moneyPages, ...staffPages, ...settingPages]
