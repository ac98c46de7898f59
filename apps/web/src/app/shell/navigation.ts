import type { Icon } from '@tabler/icons-react'
import { matchPath } from 'react-router'
import { useMay, useViewing } from '#kit/access/access.tsx'
import type { Visit } from '#state/preference.ts'
import { type MenuGroup, menuGroups, type Page } from '../pages.ts'
import { pages } from '../routes.ts'
import type { MenuPlace } from './menu-group.tsx'

export interface Section {
  id: MenuGroup
  label: string
  icon: Icon
  pages: readonly Page[]
}

/** The menu: groups in order, each with the pages that this person may see; empty groups are left out. */
export function sectionsOf(all: readonly Page[], may: (permission: string) => boolean): Section[] {
  const visible = all.filter(({ group, permission }) => group && may(permission))
  return menuGroups
    .map(({ id, label, icon }) => ({ id, label, icon, pages: visible.filter(({ group }) => group === id) }))
    .filter((section) => section.pages.length > 0)
}

/** The menu of who is signed in; whoever sees the product as another sees there what those lack, too. */
export function useSections(): Section[] {
  const may = useMay()
  const isViewing = useViewing() !== null
  return sectionsOf(pages, isViewing ? () => true : may)
}

/** The pages that were pinned, of those that the menu has. */
export function pinnedOf(sections: readonly Section[], pinned: readonly string[]): Page[] {
  const known = sections.flatMap((section) => section.pages)
  return pinned.flatMap((path) => known.find((page) => page.path === path) ?? [])
}

/** How many of what was visited last are shown. */
const shownVisits = 5

/** What was visited last, newest first, of what the menu's pages lead to, but the one that is open; a record has the icon of the page above it. */
export function recentOf(sections: readonly Section[], recent: readonly Visit[], open: string): MenuPlace[] {
  const known = sections.flatMap((section) => section.pages)
  const places = recent.flatMap(({ path, title }): MenuPlace[] => {
    if (path === open) return []
    const own = known.find((page) => page.path === path)
    if (own) return [{ path, title: own.title, icon: own.icon, isVisit: true }]
    const page = pages.find((each) => matchPath(each.path, path))
    const above = page && known.find((each) => each.path === page.under)
    return above ? [{ path, title, icon: above.icon, isVisit: true }] : []
  })
  return places.slice(0, shownVisits)
}

/** The pages whose title or group holds every word that was typed. */
export function matching(sections: readonly Section[], typed: string): Section[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = ({ title }: Page, label: string) => words.every((word) => `${title} ${label}`.toLowerCase().includes(word))
  return sections
    .map((section) => ({ ...section, pages: section.pages.filter((page) => fits(page, section.label)) }))
    .filter(({ pages }) => pages.length > 0)
}
