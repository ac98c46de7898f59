import { type Area, areaContract, type FeeTier } from '@larder/contract'
import { references } from '#entities/references.ts'
import { areasAround, localitiesAround, storesAround } from '#entities/surroundings.ts'
import { ListLink } from '#kit/access/places.tsx'
import { custom } from '#kit/cells/columns.tsx'
import { group } from '#kit/fields/field.ts'
import { moneyField, numberField, switchField } from '#kit/fields/fields.tsx'
import { linesField } from '#kit/fields/lines-field.tsx'
import { polygonField } from '#kit/fields/map-fields.tsx'
import { search } from '#kit/filters/filters.tsx'
import { format } from '#kit/format.ts'
import { MapView } from '#kit/map/map.tsx'
import { facts, panel } from '#kit/panels/panels.tsx'
import { declareFields } from '#kit/resource/declare-fields.ts'
import { defineResource } from '#kit/resource/define.ts'

const { columns, inputs, filters } = declareFields(
  areaContract,
  {
    name: { width: 168 },
    minBasket: { label: 'Minimum order' },
    areaKm2: { label: 'Size' },
    surgePpm: { label: 'Surge', help: 'Added to the fee while demand is high' },
    active: { label: 'Served' },
    createdAt: { label: 'Added' },
  },
  { branchId: references.branch },
)
/** "up to 3 km ₹25.00". */
const tierWords = ({ maxKm, fee }: FeeTier) => `up to ${format().number(maxKm)} km ${format().money(fee)}`
const reachWords = ({ feeTiers }: Area) => feeTiers.map(tierWords).join(', ')
const reach = custom<Area>('feeTiers', 'Fees', reachWords, { width: 220, grows: true, text: reachWords })
const stores = custom<Area>(
  'stores',
  'Stores',
  (area) => (
    <ListLink entity="store" query={{ areaId: area.id }}>
      {area.stores}
    </ListLink>
  ),
  { width: 72, align: 'right', text: (area) => String(area.stores) },
)
const overlaps = custom<Area>('overlaps', 'Overlaps with', (area) => area.overlaps.map(({ name }) => name).join(', ') || 'none')

/** What a new area lies beside, so that it can be drawn by eye. */
const neighbours = [areasAround, localitiesAround, storesAround]

export const areas = defineResource(areaContract, {
  label: ['Area', 'Areas'],
  title: (area) => area.name,
  columns: [...columns('name', 'branch'), reach, ...columns('minBasket', 'areaKm2'), stores, ...columns('active', 'createdAt')],
  sort: 'name',
  filters: [search('Name'), ...filters('branchId', 'active')],
  form: [
    group('Outline', [
      ...inputs('name', 'branchId'),
      polygonField('polygon', {
        label: 'Delivery area',
        backdrops: neighbours,
        help: 'Click to add corners; drag one to move it. The table does all of it by keyboard. Grey shows other areas, localities and stores.',
      }),
      switchField('active', { label: 'Served now' }),
    ]),
    group('Fees', [
      linesField<'feeTiers', FeeTier>('feeTiers', {
        label: 'Delivery fee by distance from the store',
        line: 'tier',
        fields: [numberField('maxKm', { label: 'Distance', fraction: true }), moneyField('fee')],
        blank: (last) => ({ maxKm: Number(last?.maxKm ?? 0) + 2 || 2, fee: last?.fee ?? null }),
        words: tierWords,
      }),
      ...inputs('minBasket', 'surgePpm'),
    ]),
  ],
  steps: ['Outline', 'Fees'],
  blank: { active: true, surgePpm: 0 },
  draftOf: (area) => ({ ...area, branchId: area.branch.id }),
  panels: [
    panel('On the map', (area) => (
      <MapView label={`Map of ${area.name}`} polygons={[{ id: area.id, points: area.polygon, tone: 'accent', label: area.name }]} />
    )),
    facts('Details', [...columns('branch'), reach, ...columns('minBasket'), stores, overlaps]),
  ],
  emptyText: 'Delivery areas of a branch, drawn on the map with their fees.',
})
