import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'

const named = (table: string, links: string, key: string) => sql<{ id: string; name: string }[]>`(
  select coalesce(json_agg(json_build_object('id', ${sql.ref(`${table}.id`)}, 'name', ${sql.ref(`${table}.name`)})
    order by ${sql.ref(`${table}.sort`)}, ${sql.ref(`${table}.name`)}), '[]')
  from ${sql.table(links)} join ${sql.table(table)} on ${sql.ref(`${table}.id`)} = ${sql.ref(`${links}.${key}`)}
  where ${sql.ref(`${links}.store_id`)} = store.id)`

/** Stores with branch and area; columns of a list. */
export function storeRows(db: ReadDatabase) {
  return db
    .selectFrom('store')
    .innerJoin('branch', 'branch.id', 'store.branch_id')
    .innerJoin('area', 'area.id', 'store.area_id')
    .select([
      'store.id',
      'store.number',
      'store.display_name',
      'store.vertical',
      'store.branch_id',
      'branch.name as branch_name',
      'store.area_id',
      'area.name as area_name',
      'store.lat',
      'store.lng',
      'store.status',
      'store.open_mode',
      'store.open_mode_until',
      'store.opening_hours',
      'store.special_days',
      'store.time_zone',
      'store.rating_tenths',
      'store.ratings',
      'store.prep_minutes',
      'store.licence_expires_on',
      'store.last_order_at',
      'store.version',
    ])
}

export type ListedStore = Awaited<ReturnType<ReturnType<typeof storeRows>['executeTakeFirstOrThrow']>>

/** Stores with all that a profile shows but today's figures. */
export function storeProfiles(db: ReadDatabase) {
  return storeRows(db)
    .leftJoin('store_location', 'store_location.id', 'store.location_id')
    .selectAll('store')
    .select([
      'branch.time_zone as branch_time_zone',
      'branch.status as branch_status',
      'store_location.name as location_name',
      named('cuisine', 'store_cuisine', 'cuisine_id').as('cuisines'),
      named('category_type', 'store_category_type', 'category_type_id').as('category_types'),
    ])
}

export type ProfiledStore = Awaited<ReturnType<ReturnType<typeof storeProfiles>['executeTakeFirstOrThrow']>>
