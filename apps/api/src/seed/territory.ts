import { type FeeTier, type Instant, money, type Point, polygonCentre, polygonContains } from '@larder/contract'
import type { Insertable } from 'kysely'
import type { DB } from '#db/schema.gen.ts'
import type { TaxRules } from '#modules/order/place/tax.ts'
import { branches, feeTiers } from './kochi/branches.ts'
import type { Random } from './random.ts'

export const currency = 'INR'
export const taxRules: TaxRules = { regime: 'in-gst', pricesIncludeTax: false, deliveryTaxPpm: 0, packingTaxPpm: 0, parts: 2 }
export const zone = 'Asia/Kolkata'

export interface Branch {
  id: string
  code: string
  riders: number
  areas: Area[]
}

export interface Area {
  id: string
  name: string
  branch: Branch
  postalCode: string
  demand: number
  polygon: Point[]
  feeTiers: FeeTier[]
  surgePpm: number
  minBasketMinor: number
  locations: { id: string; name: string; point: Point }[]
}

export interface Territory {
  branches: Branch[]
  areas: Area[]
  rows: { branch: Insertable<DB['branch']>[]; area: Insertable<DB['area']>[]; store_location: Insertable<DB['store_location']>[] }
}

/** Branches with their delivery areas and localities. */
export function buildTerritory(random: Random, foundedMs: number, founded: Instant): Territory {
  const rows: Territory['rows'] = { branch: [], area: [], store_location: [] }
  const stamps = { created_at: founded, updated_at: founded }
  const built = branches.map(({ code, name, partnerName, revenueSharePpm, riders, areas }): Branch => {
    const branch: Branch = { id: random.id(foundedMs), code, riders, areas: [] }
    rows.branch.push({
      id: branch.id,
      code,
      name,
      partner_name: partnerName,
      time_zone: zone,
      currency,
      revenue_share_ppm: revenueSharePpm,
      ...stamps,
    })
    branch.areas = areas.map((area): Area => {
      const id = random.id(foundedMs)
      const polygon = area.polygon.split(' ').map(readPoint)
      const tiers = feeTiers.map(({ maxKm, rupees }) => ({ maxKm, fee: money(rupees * 100, currency) }))
      const [surgePpm, minBasketMinor] = [random.chance(0.25) ? 100_000 : 0, 9900]
      const locations = area.localities.map((text) => {
        const [, locality = '', lat, lng] = /^(.*) (\S+) (\S+)$/.exec(text) ?? []
        return { id: random.id(foundedMs), name: locality, point: { lat: Number(lat), lng: Number(lng) } }
      })
      rows.area.push({
        id,
        branch_id: branch.id,
        name: area.name,
        polygon: JSON.stringify(polygon),
        fee_tiers: JSON.stringify(tiers),
        min_basket_minor: minBasketMinor,
        surge_ppm: surgePpm,
        currency,
        ...stamps,
      })
      rows.store_location.push(
        ...locations.map(({ id: locationId, name: locality, point }) => ({
          id: locationId,
          area_id: id,
          name: locality,
          lat: point.lat,
          lng: point.lng,
          ...stamps,
        })),
      )
      const { name: areaName, postalCode, demand } = area
      return { id, name: areaName, branch, postalCode, demand, polygon, feeTiers: tiers, surgePpm, minBasketMinor, locations }
    })
    return branch
  })
  return { branches: built, areas: built.flatMap((branch) => branch.areas), rows }
}

/** A place within an area, about `reach` degrees around a point of it. */
export function placeNear(random: Random, area: Area, around: Point, reach: number): Point {
  for (let tries = 0; tries < 12; tries++) {
    const point = { lat: around.lat + random.between(-reach, reach), lng: around.lng + random.between(-reach, reach) }
    if (polygonContains(area.polygon, point)) return rounded(point)
  }
  return rounded(polygonCentre(area.polygon))
}

const rounded = ({ lat, lng }: Point): Point => ({ lat: Math.round(lat * 1e6) / 1e6, lng: Math.round(lng * 1e6) / 1e6 })

function readPoint(text: string): Point {
  const [lat, lng] = text.split(',').map(Number)
  return { lat: lat ?? Number.NaN, lng: lng ?? Number.NaN }
}
