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

/**
 * The pages whose title or group holds every word that was typed. First come those whose own title has words that begin so,
 * then those whose title holds them; so do the groups, by the first of their pages.
 */
export function matching(sections: readonly Section[], typed: string): Section[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const farness = ({ title }: Page, label: string): number => {
    const own = title.toLowerCase()
    const begins = own.split(/\s+/)
    if (words.every((word) => begins.some((each) => each.startsWith(word)))) return 0
    if (words.every((word) => own.includes(word))) return 1
    return words.every((word) => `${own} ${label.toLowerCase()}`.includes(word)) ? 2 : Number.POSITIVE_INFINITY
  }
  return sections
    .map((section) => {
      const found = section.pages.map((page) => ({ page, far: farness(page, section.label) })).filter(({ far }) => Number.isFinite(far))
      found.sort((one, other) => one.far - other.far)
      return { far: found[0]?.far ?? 0, section: { ...section, pages: found.map(({ page }) => page) } }
    })
    .filter(({ section }) => section.pages.length > 0)
    .sort((one, other) => one.far - other.far)
    .map(({ section }) => section)
}
