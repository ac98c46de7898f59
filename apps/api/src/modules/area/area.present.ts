import { type Area, type FeeTier, type Point, polygonAreaKm2 } from '@larder/contract'
import type { Actor } from '#kit/actor.ts'
import { shareGround } from './area.overlap.ts'
import { areaAllows } from './area.policy.ts'
import type { AreaRow, Outline } from './area.queries.ts'

/** An area as people get it; `outlines` are the active areas of its branch. */
export function presentArea(actor: Actor, row: AreaRow, outlines: readonly Outline[]): Area {
  const polygon = row.polygon as Point[]
  const others = row.active ? outlines.filter(({ id, branchId }) => id !== row.id && branchId === row.branch_id) : []
  return {
    id: row.id,
    branch: { id: row.branch_id, name: row.branch_name },
    name: row.name,
    polygon,
    feeTiers: row.fee_tiers as FeeTier[],
    minBasket: { minor: row.min_basket_minor, currency: row.currency },
    surgePpm: row.surge_ppm,
    active: row.active,
    areaKm2: Math.round(polygonAreaKm2(polygon) * 100) / 100,
    stores: row.stores,
    overlaps: others.filter((other) => shareGround(polygon, other.polygon)).map(({ id, name }) => ({ id, name })),
    createdAt: row.created_at,
    version: row.version,
    allowed: areaAllows(actor, row),
  }
}
