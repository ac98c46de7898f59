import type { Vertical } from '@larder/contract'
import type { Insertable } from 'kysely'
import type { DB } from '#db/schema.gen.ts'
import { buildGroups, type GroupRows, optionsOfProduct } from './choice-groups.ts'
import { dishes, type Kitchen } from './kochi/restaurant-dishes.ts'
import { bakes, groceries, produce, seafood } from './kochi/shop-products.ts'
import { pictureOf } from './menu-pictures.ts'
import type { Random } from './random.ts'
import { type Taxes, type TaxKey, taxOfPercent } from './tax.ts'

/** What a store can be offered to sell, before its own prices. */
interface Product {
  category: string
  name: string
  rupees: number
  unit: 'pc' | 'kg'
  tax: TaxKey
  vegMark: 'veg' | 'egg' | 'non-veg' | null
  /** How it is marked in its list. */
  mark: string
  choices: Record<string, readonly string[]>
  hasMrp: boolean
  /** Null: what its vertical needs. */
  leadHours: number | null
}

export interface MenuItem {
  id: string
  sku: string
  name: string
  unit: 'pc' | 'kg'
  priceMinor: number
  taxPpm: number
  choices: Record<string, readonly string[]>
  leadHours: number | null
}

export interface Menu {
  items: MenuItem[]
  rows: GroupRows & {
    menu_category: Insertable<DB['menu_category']>[]
    item: Insertable<DB['item']>[]
    item_picture: Insertable<DB['item_picture']>[]
  }
}

const marks = { v: 'veg', e: 'egg', n: 'non-veg' } as const
// How much of what there is a store of the kind carries.
const carried: Record<Vertical, readonly [number, number]> = {
  restaurant: [0.5, 0.8],
  grocery: [0.55, 0.85],
  fruits: [0.35, 0.6],
  fish: [0.45, 0.75],
  cakes: [0.5, 0.8],
}

/** The menu of one store: a share of what its kind sells, at its own level of prices. */
export function buildMenu(
  random: Random,
  store: { id: string; vertical: Vertical; kitchen: Kitchen | null; createdMs: number; createdAt: string },
  taxes: Pick<Taxes, 'of'>,
): Menu {
  const [least, most] = carried[store.vertical]
  const products = productsOf(store.vertical, store.kitchen)
  const chosen = random.some(products, Math.round(products.length * random.between(least, most)))
  const level = store.vertical === 'grocery' ? random.between(0.97, 1.04) : random.between(0.85, 1.2)
  const categories = [...new Set(chosen.map(({ category }) => category))].map((name, sort) => ({
    id: random.id(store.createdMs),
    store_id: store.id,
    name,
    sort,
    image_id: pictureOf(name),
    schedule: hoursOf(name),
    created_at: store.createdAt,
    updated_at: store.createdAt,
  }))
  const idOf = new Map(categories.map(({ id, name }) => [name, id]))
  const items = chosen.map((product, index) => ({
    ...product,
    id: random.id(store.createdMs),
    sku: `${product.category.slice(0, 3).toUpperCase()}-${String(index + 1).padStart(3, '0')}`,
    priceMinor: pricedAt(product.rupees * level),
    taxPpm: taxes.of(product.tax).ppm,
  }))
  const rows = items.map((item, sort) => ({
    id: item.id,
    store_id: store.id,
    category_id: idOf.get(item.category) ?? '',
    sku: item.sku,
    name: item.name,
    unit: item.unit,
    price_minor: item.priceMinor,
    compare_at_minor: item.hasMrp ? Math.ceil((item.priceMinor * 1.08) / 100) * 100 : null,
    tax_profile_id: taxes.of(item.tax).id,
    veg_mark: item.vegMark,
    lead_hours: item.leadHours,
    available: !random.chance(0.03),
    sort,
    created_at: store.createdAt,
    updated_at: store.createdAt,
  }))
  // What is sold out now is still sold on other days: history draws from the whole menu.
  const item_picture = items.map(({ id, category }) => ({ item_id: id, place: 0, file_id: pictureOf(category) }))
  return { items, rows: { menu_category: categories, item: rows, item_picture, ...buildGroups(store, items) } }
}

// The hours of what is not cooked all day.
const served: Readonly<Record<string, readonly [opens: string, closes: string]>> = {
  Breakfast: ['06:30', '11:30'],
  Lunch: ['11:30', '16:00'],
  Meals: ['11:30', '16:00'],
}

function hoursOf(category: string): string | null {
  const hours = served[category]
  return hours ? JSON.stringify(Array.from({ length: 7 }, (_, day) => ({ day, opens: hours[0], closes: hours[1] }))) : null
}

/** Whole rupees, from 40 rupees on in fives. */
function pricedAt(rupees: number): number {
  return (rupees < 40 ? Math.round(rupees) : Math.round(rupees / 5) * 5) * 100
}

const catalogues = new Map<string, Product[]>()

function productsOf(vertical: Vertical, kitchen: Kitchen | null): Product[] {
  const key = kitchen ?? vertical
  const known = catalogues.get(key)
  if (known) return known
  const products = Object.entries(kitchen ? dishes[kitchen] : shelves[vertical]).flatMap(([category, text]) =>
    text.split('; ').map((entry) => readProduct(vertical, category, entry)),
  )
  catalogues.set(key, products)
  return products
}

const shelves: Record<Vertical, Record<string, string>> = {
  restaurant: {},
  grocery: groceries,
  fruits: produce,
  fish: seafood,
  cakes: bakes,
}

// Of a bakery; the rest lies in the counter.
const madeToOrder = 'Cakes'

function readProduct(vertical: Vertical, category: string, entry: string): Product {
  const [, name = '', rupees, mark = ''] = /^(.*?) (\d+)(?: (\w+))?$/.exec(entry) ?? []
  const choices = optionsOfProduct(vertical, { category, name, mark })
  const plain = {
    category,
    name,
    mark,
    rupees: Number(rupees),
    unit: 'pc' as const,
    vegMark: null,
    choices,
    hasMrp: false,
    leadHours: null,
  }
  switch (vertical) {
    case 'restaurant':
      return {
        ...plain,
        tax: 'food',
        vegMark: marks[mark as keyof typeof marks],
      }
    case 'grocery':
      return { ...plain, tax: taxOfPercent[mark] ?? 'household', hasMrp: true }
    case 'fruits':
      return { ...plain, unit: 'kg', tax: 'fresh' }
    case 'fish':
      return { ...plain, unit: 'kg', tax: 'fresh' }
    case 'cakes':
      return {
        ...plain,
        tax: 'bakery',
        vegMark: marks[mark as keyof typeof marks],
        leadHours: category === madeToOrder ? null : 0,
      }
  }
}
