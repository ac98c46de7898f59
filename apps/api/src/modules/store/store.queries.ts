import { activeStatuses } from '@larder/contract'
import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { literals } from '#db/literals.ts'

const named = (table: string, links: string, key: string) => sql<{ id: string; name: string }[]>`(
  select coalesce(json_agg(json_build_object('id', ${sql.ref(`${table}.id`)}, 'name', ${sql.ref(`${table}.name`)})
    order by ${sql.ref(`${table}.sort`)}, ${sql.ref(`${table}.name`)}), '[]')
  from ${sql.table(links)} join ${sql.table(table)} on ${sql.ref(`${table}.id`)} = ${sql.ref(`${links}.${key}`)}
  where ${sql.ref(`${links}.store_id`)} = store.id)`

/** Orders that are not over. */
const openOrders = sql<number>`(select count(*)::int from orders where orders.store_id = store.id and orders.status in (${literals(activeStatuses)}))`

const there = (table: string, condition = sql``) =>
  sql<boolean>`exists (select from ${sql.table(table)} as its where its.store_id = store.id${condition})`

/** Stores with branch and area, and what says what may be done with each. */
export function storeRows(db: ReadDatabase) {
  return db
    .selectFrom('store')
    .innerJoin('branch', 'branch.id', 'store.branch_id')
    .innerJoin('area', 'area.id', 'store.area_id')
    .selectAll('store')
    .select([
      'branch.name as branch_name',
      'branch.status as branch_status',
      'area.name as area_name',
      openOrders.as('open_orders'),
      there('bank_account', sql` and state = 'approved'`).as('has_bank_account'),
      there('bank_account', sql` and state = 'waiting'`).as('bank_account_waits'),
      there('item').as('sells_something'),
      there('store_document', sql` and kind = 'licence' and file_id is not null`).as('has_licence_file'),
    ])
}

export type ListedStore = Awaited<ReturnType<ReturnType<typeof storeRows>['executeTakeFirstOrThrow']>>

/** Stores with all that a profile shows but today's figures. */
export function storeProfiles(db: ReadDatabase) {
  return storeRows(db)
    .leftJoin('store_location', 'store_location.id', 'store.location_id')
    .select([
      'branch.time_zone as branch_time_zone',
      'area.fee_tiers as area_fee_tiers',
      'store_location.name as location_name',
      named('cuisine', 'store_cuisine', 'cuisine_id').as('cuisines'),
      named('category_type', 'store_category_type', 'category_type_id').as('category_types'),
    ])
}

export type ProfiledStore = Awaited<ReturnType<ReturnType<typeof storeProfiles>['executeTakeFirstOrThrow']>>
