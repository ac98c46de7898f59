import type { Permission } from '@larder/contract'
import type { ScreenModule } from '#kit/visit.ts'
import type { PageIcon } from './shell/page-icons.ts'

/** The groups of the menu by task, in order: what is watched now, what is looked up, what is looked after, what is set up. */
export const menuGroups = [
  { id: 'live', label: 'Live', icon: 'broadcast' },
  { id: 'orders', label: 'Orders', icon: 'receipt' },
  { id: 'stores', label: 'Stores', icon: 'shop' },
  { id: 'catalogue', label: 'Catalogue', icon: 'tags' },
  { id: 'delivery', label: 'Delivery', icon: 'bike' },
  { id: 'customers', label: 'Customers', icon: 'people' },
  { id: 'marketing', label: 'Marketing', icon: 'speaker' },
  { id: 'money', label: 'Money', icon: 'coin' },
  { id: 'staff', label: 'Staff', icon: 'staff' },
  { id: 'settings', label: 'Settings', icon: 'settings' },
] as const satisfies readonly { id: string; label: string; icon: PageIcon }[]
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
