import type { AccountPage, Permission } from '@larder/contract'
import {
  type Icon,
  IconBike,
  IconBroadcast,
  IconBuildingStore,
  IconCoin,
  IconReceipt,
  IconSettings,
  IconSpeakerphone,
  IconTags,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { AnyResource } from '#kit/resource/define.ts'
import type { ScreenModule } from '#kit/visit.ts'

/** The groups of the menu by task, in order: what is watched now, what is looked up, what is looked after, what is set up. */
export const menuGroups = [
  { id: 'live', label: 'Live', icon: IconBroadcast },
  { id: 'orders', label: 'Orders', icon: IconReceipt },
  { id: 'stores', label: 'Stores', icon: IconBuildingStore },
  { id: 'catalogue', label: 'Catalogue', icon: IconTags },
  { id: 'delivery', label: 'Delivery', icon: IconBike },
  { id: 'customers', label: 'Customers', icon: IconUsersGroup },
  { id: 'marketing', label: 'Marketing', icon: IconSpeakerphone },
  { id: 'money', label: 'Money', icon: IconCoin },
  { id: 'staff', label: 'Staff', icon: IconUsers },
  { id: 'settings', label: 'Settings', icon: IconSettings },
] as const satisfies readonly { id: string; label: string; icon: Icon }[]
export type MenuGroup = (typeof menuGroups)[number]['id']

interface Tab {
  of: string
  key: string
}

export interface PageFacts {
  /** The screen's name: page title, menu, palette. */
  title: string
  /** Who may see it; `signed-in` = everyone. Behind a colon the role whose people's accounts it shows. */
  permission: Permission | 'signed-in' | `staff.view:${AccountPage}`
  /** Where it stands in the menu; a page without one is reached from another. */
  group?: MenuGroup
  icon?: Icon
  /** This is where an entity's rows are listed, one of its records shown; of several such pages the first is meant where none stands below the page one is on. */
  list?: string
  record?: string
  /** It is a tab of an entity's record page, by the tab's key there. */
  tab?: Tab
  /** The key that leads here after `g`. */
  go?: string
  /** The page above it: breadcrumb, and the menu entry that is lit. */
  under?: string
}

export interface Page extends PageFacts {
  /** As in the specification, with `:id` for parameters. */
  path: string
  screen: () => Promise<ScreenModule>
  /** What a plain list shows, for lists of it inside of other records. */
  resource?: () => Promise<AnyResource>
}

/** Pages of a group of the menu, in order: those with an icon stand there, the others are reached from them. */
export function inGroup(group: MenuGroup, pages: readonly Page[]): Page[] {
  return pages.map((each) => (each.icon ? { group, ...each } : each))
}

export function page(path: string, screen: Page['screen'], facts: PageFacts): Page {
  return { path, screen, ...facts }
}

/** Loads a `*.resource.tsx`. */
export type LoadResource = () => Promise<Readonly<Record<string, unknown>>>

/** Kinds of records that have a permission of their own to see them, by its name. */
type Viewed<P = Permission> = P extends `${infer Entity}.view` ? Entity : never

/** What a page that lists an entity has besides: its permission, where that is not `<entity>.view`, and a key. */
type ListFacts = Pick<PageFacts, 'permission' | 'go'>
type MoreOf<E extends string> = E extends Viewed ? [more?: Partial<ListFacts>] : [more: ListFacts]

/** A page that lists the records of an entity on a screen of its own. */
export function ownListPage<const E extends string>(
  path: string,
  entity: E,
  title: string,
  icon: Icon,
  screen: Page['screen'],
  ...[more]: MoreOf<E>
): Page {
  return page(path, screen, { permission: `${entity}.view` as Permission, ...more, title, icon, list: entity })
}

/** A page that lists the records of an entity as the kit does, by the resource of it that `load` brings. */
export function listPage<const E extends string>(
  path: string,
  entity: E,
  title: string,
  icon: Icon,
  load: LoadResource,
  ...more: MoreOf<E>
): Page {
  const resource = async () => resourceIn(await load(), entity)
  const screen = async () => {
    const [{ listScreenOf }, listed] = await Promise.all([import('#kit/resource/list/list-page.tsx'), resource()])
    return listScreenOf(listed, title)
  }
  return { ...ownListPage(path, entity, title, icon, screen, ...more), resource }
}

/** A page that shows one record of its entity, by its `:id`, or a tab of that. */
export function recordPage(path: string, load: LoadResource, facts: PageFacts & ({ record: string } | { tab: Tab })): Page {
  const screen = async () => {
    const [{ recordScreenOf }, loaded] = await Promise.all([import('#kit/resource/record/record-page.tsx'), load()])
    return recordScreenOf(resourceIn(loaded, facts.tab?.of ?? facts.record ?? ''), facts.tab?.key)
  }
  return page(path, screen, facts)
}

/** The resource of an entity in the file that declares it. */
export function resourceIn(loaded: Readonly<Record<string, unknown>>, entity: string): AnyResource {
  const found = Object.values(loaded).find(
    (value) => typeof value === 'object' && value !== null && 'entity' in value && value.entity === entity,
  )
  if (!found) throw new Error(`the page of ${entity} loads a file that declares none`)
  return found as AnyResource
}
