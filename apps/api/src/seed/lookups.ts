import { type Vertical, verticalKeys } from '@larder/contract'
import type { Insertable } from 'kysely'
import type { DB } from '#db/schema.gen.ts'
import { categoryTypes, crates, cuisines } from './kochi/lookups.ts'
import type { Random } from './random.ts'
import { currency } from './territory.ts'

/** Ids of the lookups by their names. */
export interface LookupIds {
  cuisine(name: string): string
  categoryTypes(vertical: Vertical): string[]
}

export interface Lookups {
  ids: LookupIds
  rows: {
    cuisine: Insertable<DB['cuisine']>[]
    category_type: Insertable<DB['category_type']>[]
    crate: Insertable<DB['crate']>[]
  }
}

/** Cuisines, category types and crates. */
export function buildLookups(random: Random, foundedMs: number, founded: string): Lookups {
  const own = () => ({ id: random.id(foundedMs), created_at: founded, updated_at: founded })
  const cuisine = cuisines.map((name, sort) => ({ ...own(), name, sort }))
  const types = verticalKeys.flatMap((vertical) => categoryTypes[vertical].map((name, sort) => ({ ...own(), vertical, name, sort })))
  const crate = crates.map(([code, name, size, kilograms, rupees, stock]) => ({
    ...own(),
    code,
    name,
    size,
    capacity_grams: kilograms * 1000,
    deposit_minor: rupees * 100,
    currency,
    stock,
  }))
  const idOfCuisine = new Map(cuisine.map(({ id, name }) => [name as string, id]))
  return {
    ids: {
      cuisine: (name) => idOfCuisine.get(name) ?? '',
      categoryTypes: (vertical) => types.filter((type) => type.vertical === vertical).map(({ id }) => id),
    },
    rows: { cuisine, category_type: types, crate },
  }
}
