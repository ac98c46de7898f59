import type { ChangeRemark } from '@larder/contract'
import { likeness } from '#kit/likeness.ts'
import { categoryKey } from '../engine/store-rows.ts'

const LIKE = 0.7

/** Names of categories, of a menu and of what is to come on it; it says of another one what is to be said of it. */
export interface KnownCategories {
  remarksOn(name: unknown): ChangeRemark[]
}

/** What is to be said of categories that rows name, one row after another: of one that is new, and of one that may be another misspelt. */
export function createKnownCategories(onMenu: readonly string[]): KnownCategories {
  const there = new Set(onMenu.map(categoryKey))
  const names = new Map(onMenu.map((name) => [categoryKey(name), name]))
  const said = new Map<string, ChangeRemark>()
  return {
    remarksOn(name) {
      if (typeof name !== 'string' || there.has(categoryKey(name))) return []
      const key = categoryKey(name)
      const remark = said.get(key) ?? remarkOf(likeOf(key, names))
      said.set(key, remark)
      names.set(key, names.get(key) ?? name)
      return [remark]
    },
  }
}

function remarkOf(like: string | null): ChangeRemark {
  const words = 'is a new category'
  return like === null
    ? { field: 'category', level: 'info', words }
    : { field: 'category', level: 'warning', words: `${words}: is it ${like}?` }
}

function likeOf(key: string, names: ReadonlyMap<string, string>): string | null {
  const letters = [...key].toSorted().join('')
  // The same letters in another order are a slip of the fingers.
  const alike = [...names].filter(([other]) => likeness(key, other) >= LIKE || [...other].toSorted().join('') === letters)
  return alike[0]?.[1] ?? null
}
