import { type AreaDraft, boundsOf, polygonAreaKm2 } from '@larder/contract'
import { format } from '#kit/format.ts'
import type { Problems } from '#kit/resource/declaration.ts'

const largestKm2 = 5000
const smallestKm2 = 0.01
const widestDegrees = 2

type Drawn = Partial<Pick<AreaDraft, 'polygon' | 'feeTiers' | 'minBasket'>>

/** What is wrong with a draft, by field: ground that no rider covers, or fees in another currency than the branch's. Empty when it is fine. */
export function problemsOfArea({ polygon, feeTiers, minBasket }: Drawn, currency: string): Problems<Drawn> {
  const foreign = [
    ...(feeTiers ?? []).map(({ fee }, index) => [`feeTiers.${index}.fee` as const, fee.currency] as const),
    ...(minBasket ? [['minBasket', minBasket.currency] as const] : []),
  ].filter(([, given]) => given !== currency)
  const ground = polygon && problemOfGround(polygon)
  return {
    ...Object.fromEntries(foreign.map(([field]) => [field, `must be in ${currency}, the currency of the branch`])),
    ...(ground && { polygon: ground }),
  }
}

function problemOfGround(polygon: AreaDraft['polygon']): string | null {
  const bounds = boundsOf(polygon)
  const isWide = bounds && (bounds.north - bounds.south > widestDegrees || bounds.east - bounds.west > widestDegrees)
  const km2 = polygonAreaKm2(polygon)
  if (isWide || km2 > largestKm2) return `is too large: at most ${format().number(largestKm2)} km² and ${widestDegrees} degrees across`
  return km2 < smallestKm2 ? 'is too small: at least one hectare' : null
}
