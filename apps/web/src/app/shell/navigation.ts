import { useMay } from '#kit/access/access.tsx'
import { type MenuGroup, menuGroups, type Page } from '../pages.ts'
import { pages } from '../routes.tsx'

export interface Section {
  id: MenuGroup
  label: string
  pages: readonly Page[]
}

/** The menu: groups in order, each with the pages that this person may see; empty groups are left out. */
export function sectionsOf(all: readonly Page[], may: (permission: string) => boolean): Section[] {
  const visible = all.filter(({ group, permission }) => group && may(permission))
  return menuGroups
    .map(({ id, label }) => ({ id, label, pages: visible.filter(({ group }) => group === id) }))
    .filter((section) => section.pages.length > 0)
}

export function useSections(): Section[] {
  return sectionsOf(pages, useMay())
}
