import { type MenuCategory, menuCategoryContract } from '@larder/contract'
import { sql } from 'kysely'
import type { Work } from '#kit/context.ts'
import { resource } from '#kit/resource.ts'
import { copyingOf } from '#modules/store/copy-part.service.ts'
import { hoursColumn } from './menu-hours.service.ts'
import { mergingOfOne } from './menu-merge.service.ts'
import { placingOf } from './menu-order.service.ts'
import { lastPlace, placeOf } from './menu-place.service.ts'

const merging = mergingOfOne('menu_category', 'categoryId')

/** Categories of menus, in two levels at most. */
export const menuCategories = resource(menuCategoryContract, {
  table: 'menu_category',
  permission: 'menu.view',
  rows: (db) =>
    db
      .selectFrom('menu_category')
      .innerJoin('store', 'store.id', 'menu_category.store_id')
      .leftJoin('menu_category as parent', 'parent.id', 'menu_category.parent_id')
      .selectAll('menu_category')
      .select(['store.display_name as store_name', 'store.branch_id', 'parent.name as parent_name'])
      .select(sql<number>`(select count(*)::int from item where item.category_id = menu_category.id)`.as('items'))
      .select(sql<number>`(select count(*)::int from menu_category as below where below.parent_id = menu_category.id)`.as('categories'))
      .select(placeOf('menu_category').as('place')),
  scope: { branch: 'store.branch_id', store: 'menu_category.store_id' },
  search: { name: 'menu_category.name' },
  named: ['store_id', 'name'],
  columns: { schedule: (schedule) => ({ schedule: hoursColumn(schedule) }) },
  create: {
    rule: async ({ work, body }) => problemOfParent(work, { id: null, storeId: body.storeId, parentId: body.parentId }),
    sets: async ({ work, body }) => (body.sort === undefined ? { sort: await lastPlace(work, 'menu_category', body.storeId) } : {}),
  },
  update: {
    rule: async ({ work, row, body }) => problemOfParent(work, { id: row.id, storeId: row.store_id, parentId: body.parentId }),
  },
  remove: {
    whyNot: ({ items, categories }) => {
      const uses = [count(items, 'item', 'items'), count(categories, 'category', 'categories')].filter((words) => words !== null)
      return uses.length === 0 ? null : { reason: 'in-use', message: `It holds ${uses.join(' and ')}: move them first.` }
    },
  },
  acts: {
    copy: {},
    place: placingOf('menu_category'),
    merge: {
      ...merging,
      whyNot: (row) =>
        row.categories > 0 ? `It holds ${count(row.categories, 'category', 'categories')}: move them first.` : merging.whyNot(row),
    },
  },
})

/** The same category of another store's menu, where it stands by itself. */
export const copyCategory = copyingOf('menu-category', menuCategories, {
  draftOf: ({ imageId, active, schedule }: MenuCategory) => ({ imageId, active, schedule }),
})

function count(number: number, one: string, many: string): string | null {
  return number === 0 ? null : `${number} ${number === 1 ? one : many}`
}

interface Wanted {
  id: string | null
  storeId: string
  parentId: string | null | undefined
}

async function problemOfParent({ db }: Work, { id, storeId, parentId }: Wanted) {
  if (parentId == null) return null
  if (parentId === id) return { parentId: 'is the category itself' }
  const parent = await db.selectFrom('menu_category').selectAll().where('id', '=', parentId).forShare().executeTakeFirst()
  if (!parent || parent.store_id !== storeId) return { parentId: 'does not exist' }
  if (parent.parent_id !== null) return { parentId: 'is below another category already: a menu has two levels' }
  const below = id === null ? undefined : await db.selectFrom('menu_category').select('id').where('parent_id', '=', id).executeTakeFirst()
  return below ? { parentId: 'cannot be: it has categories below itself, and a menu has two levels' } : null
}
