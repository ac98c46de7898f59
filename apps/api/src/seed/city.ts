import { type Instant, instantOf, localDateAt, msOf } from '@larder/contract'
import type { Store } from '#seed/store-row.ts'
import { buildCrateMovements, type CrateRows } from './crates.ts'
import { buildClientele, type Clientele } from './customers.ts'
import { buildLookups, type Lookups } from './lookups.ts'
import { createRandom, type Random } from './random.ts'
import { buildFleet, type Fleet } from './riders.ts'
import { buildMarket, type Market } from './stores.ts'
import { buildTaxes, type Taxes } from './tax.ts'
import { type Area, type Branch, buildTerritory, type Territory, zone } from './territory.ts'

/** The demo city before anybody has ordered. */
export interface City {
  nowMs: number
  foundedMs: number
  channelId: string
  branches: Branch[]
  areas: Area[]
  stores: Store[]
  fleet: Fleet
  clientele: Clientele
  rows: Territory['rows'] & Lookups['rows'] & Taxes['rows'] & CrateRows['rows'] & Market['rows'] & Fleet['rows'] & Clientele['rows']
  /** Draws of its own for one purpose: a change there changes nothing elsewhere. */
  stream(purpose: string): Random
}

const foundedDaysAgo = 420
const customersAtFirst = 5000
const ordersAtFirst = 50_000

/** Builds the city: always the same one, its dates told from `now`. More orders bring more customers, 1,000 for every 50,000. */
export function buildCity(now: Instant, orders: number): City {
  const stream = (purpose: string) => createRandom(`kochi ${purpose}`)
  const nowMs = msOf(now)
  const foundedMs = nowMs - foundedDaysAgo * 86_400_000
  const founded = instantOf(foundedMs)
  const territory = buildTerritory(stream('territory'), foundedMs, founded)
  const lookups = buildLookups(stream('lookups'), foundedMs, founded)
  const { areas, branches } = territory
  const today = localDateAt(now, zone)
  const taxes = buildTaxes(stream('taxes'), { foundedMs, founded, today })
  const market = buildMarket(stream('stores'), { areas, lookups: lookups.ids, taxes, nowMs, today })
  const fleet = buildFleet(stream('riders'), branches, nowMs)
  const count = customersAtFirst + Math.floor(Math.max(0, orders - ordersAtFirst) / ordersAtFirst) * 1000
  const clientele = buildClientele(stream('customers'), { areas, count, nowMs })
  const crates = buildCrateMovements(stream('crates'), lookups.rows.crate, market.stores, nowMs)
  const rows = { ...territory.rows, ...lookups.rows, ...taxes.rows, ...crates.rows, ...market.rows, ...fleet.rows, ...clientele.rows }
  const channelId = stream('channel').id(foundedMs)
  return { nowMs, foundedMs, channelId, branches, areas, stores: market.stores, fleet, clientele, rows, stream }
}
