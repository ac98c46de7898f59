import type { Places } from '#kit/access/places.tsx'
import type { Page } from './pages.ts'

/**
 * Links to lists and records out of the route table, for what this person may see. On the page `here` a record opens below that page where
 * it has a page there: an order of a board stays with its board.
 */
export function placesOf(pages: readonly Page[], may: (permission: string) => boolean, here?: string): Places {
  const visible = pages.filter(({ permission }) => may(permission))
  return {
    recordPath(entity, id) {
      const own = visible.filter(({ record }) => record === entity)
      const found = own.find(({ under }) => under === here) ?? own[0]
      if (found) return pathWith(found.path, { id })
      // Without a screen of its own a record is shown beside its list.
      return this.listPath(entity, { record: id })
    },
    listPath(entity, query) {
      const found = visible.find(({ list }) => list === entity)
      if (!found) return null
      return withQuery(found.path, query)
    },
    tabPath(entity, id, tab, query) {
      const found = visible.find((page) => page.tab?.of === entity && page.tab.key === tab)
      return found ? withQuery(pathWith(found.path, { id }), query) : null
    },
    // Of an entity's records one screen is told, however many pages show them.
    screensOf: (permission) => [...new Set(pages.filter((page) => page.permission.split(':')[0] === permission).map(({ title }) => title))],
  }
}

function withQuery(path: string, query?: Record<string, string>): string {
  const text = new URLSearchParams(query).toString()
  return text ? `${path}?${text}` : path
}

/** A path with its parameters filled in. */
export function pathWith(path: string, params: Record<string, string>): string {
  return path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(params[name] ?? ''))
}
