import type { Permission } from '@larder/contract'
import type { ScreenModule } from '#kit/visit.ts'
import type { PageIcon } from './shell/page-icons.ts'

/** The areas of the menu, in order. */
export const menuGroups = [
  { id: 'overview', label: 'Overview' },
  { id: 'orders', label: 'Orders' },
  { id: 'stores', label: 'Stores' },
  { id: 'delivery', label: 'Delivery' },
  { id: 'customers', label: 'Customers' },
  { id: 'marketing', label: 'Offers and marketing' },
  { id: 'money', label: 'Money' },
  { id: 'staff', label: 'Staff' },
  { id: 'settings', label: 'Settings' },
] as const
export type MenuGroup = (typeof menuGroups)[number]['id']

export interface PageFacts {
  /** The screen's name: page title, menu, palette. */
  title: string
  /** Who may see it; `signed-in` = everyone. */
  permission: Permission | 'signed-in'
  /** Where it stands in the menu; a page without one is reached from another. */
  group?: MenuGroup
  icon?: PageIcon
  /** This is where an entity's rows are listed, one of its records shown. */
  list?: string
  record?: string
  /** It is a tab of an entity's record page, by the tab's key there. */
  tab?: { of: string; key: string }
  /** The key that leads here after `g`. */
  go?: string
  /** The page above it: breadcrumb, and the menu entry that is lit. */
  under?: string
}

export interface Page extends PageFacts {
  /** As in the specification, with `:id` for parameters. */
  path: string
  screen: () => Promise<ScreenModule>
}

export function page(path: string, screen: Page['screen'], facts: PageFacts): Page {
  return { path, screen, ...facts }
}
