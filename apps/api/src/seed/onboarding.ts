import { addDays, addMinutes, type Instant, instantOf, type LocalDate, localDateAt, msOf, type Vertical } from '@larder/contract'
import type { Insertable } from 'kysely'
import type { PoolClient } from 'pg'
import type { DB } from '#db/schema.gen.ts'
import { storeSearch } from '#modules/store/store-draft.ts'
import type { City } from './city.ts'
import { copyRows } from './copy.ts'
import { demoEmailOf } from './demo-access.ts'
import { type Area, currency, placeNear, zone } from './territory.ts'

interface Comer {
  name: string
  vertical: Vertical
  status: string
  reason?: string
  /** Days until its licence expires. */
  licence?: number
}

/** Stores on their way in, and one that is over: none of them has ever sold. */
const comers: readonly Comer[] = [
  { name: 'Backwater Biryani House', vertical: 'restaurant', status: 'lead' },
  { name: 'Panampilly Patisserie', vertical: 'cakes', status: 'lead' },
  { name: 'Chullickal Fresh Catch', vertical: 'fish', status: 'draft', licence: 400 },
  { name: 'Vyttila Veg Mart', vertical: 'grocery', status: 'draft', reason: 'The licence shows another address.', licence: 12 },
  { name: 'Aluva Orchard', vertical: 'fruits', status: 'draft' },
  { name: 'Old Harbour Grill', vertical: 'restaurant', status: 'terminated', reason: 'Closed down in October', licence: -40 },
]

type Rows<T extends keyof DB> = Insertable<DB[T]>[]

/** Papers of every store, who paused which, those that come in, and a rush of last weekend. */
export async function writeOnboarding(client: PoolClient, city: City, now: Instant): Promise<void> {
  const random = city.stream('onboarding')
  const today = localDateAt(now, zone)
  const { rows } = await client.query<{ id: string; email: string }>('select id, email from staff where email = any($1)', [
    [demoEmailOf('admin'), demoEmailOf('office-staff')],
  ])
  const [admin, office] = ['admin', 'office-staff'].map((key) => rows.find(({ email }) => email === demoEmailOf(key))?.id ?? null)
  const stores = comers.map((comer, index) =>
    comerRow(city, comer, { random, today, number: city.stores.length + index + 1, by: office ?? null }),
  )
  await copyRows(client, 'store', stores)
  const filed = [...city.rows.store, ...stores].filter(({ licence_number: licence }) => licence)
  const file = { id: random.id(city.foundedMs), at: instantOf(city.foundedMs) }
  await copyRows(client, 'document', [
    {
      id: file.id,
      content_type: 'application/pdf',
      size_bytes: licencePdf.length,
      sha256: Buffer.alloc(32),
      bytes: licencePdf,
      created_by: office ?? null,
      created_at: file.at,
    },
  ])
  await copyRows(
    client,
    'store_document',
    filed.map(({ id, licence_number: number, licence_expires_on: expires, created_at: at }): Rows<'store_document'>[number] => ({
      id: random.id(msOf(String(at))),
      store_id: id,
      kind: 'licence',
      number: String(number),
      expires_on: expires ?? null,
      file_id: file.id,
      remark: null,
      created_at: at ?? file.at,
      updated_at: at ?? file.at,
    })),
  )
  await client.query(
    `update store set open_mode_by = (select name from staff where id = $1), open_mode_at = $2 where open_mode <> 'open'`,
    [office, addMinutes(now, -25)],
  )
  const began = addMinutes(now, -3 * 24 * 60)
  await copyRows(client, 'rush_mode', [
    {
      id: random.id(msOf(began)),
      branch_id: city.branches[0]?.id ?? '',
      area_id: city.areas[0]?.id ?? null,
      vertical: null,
      extra_minutes: 15,
      reason: 'Heavy rain and a match at the stadium',
      starts_at: began,
      ends_at: addMinutes(began, 120),
      ended_at: addMinutes(began, 120),
      started_by: admin ?? '',
      version: 2,
      created_at: began,
      updated_at: addMinutes(began, 120),
    },
  ])
  await client.query(`select setval('store_number', (select max(substring(number from '^ST-(\\d+)$')::bigint) from store))`)
}

interface Around {
  random: ReturnType<City['stream']>
  today: LocalDate
  number: number
  by: string | null
}

function comerRow(
  city: City,
  { name, vertical, status, reason, licence }: Comer,
  { random, today, number, by }: Around,
): Rows<'store'>[number] {
  const area = city.areas[number % city.areas.length] as Area
  const location = random.pick(area.locations)
  const point = placeNear(random, area, location.point, 0.0025)
  const createdMs = city.nowMs - random.whole(2, 20) * 86_400_000
  const named = {
    number: `ST-${1000 + number}`,
    display_name: name,
    legal_name: `${name} LLP`,
    phone: `+91484${random.whole(2_200_000, 4_099_999)}`,
  }
  const hours = [1, 2, 3, 4, 5, 6].map((day) => ({ day, opens: '09:00', closes: '21:00' }))
  return {
    id: random.id(createdMs),
    ...named,
    search: storeSearch(named),
    branch_id: area.branch.id,
    area_id: area.id,
    location_id: location.id,
    vertical,
    email: status === 'lead' ? null : `hello@${name.toLowerCase().replaceAll(' ', '-')}.test`,
    address: `${random.whole(1, 68)}/${random.whole(100, 2999)}, ${location.name}, ${area.name}, Kochi ${area.postalCode}`,
    lat: point.lat,
    lng: point.lng,
    time_zone: zone,
    currency,
    opening_hours: JSON.stringify(status === 'lead' ? [] : hours),
    tax_id: status === 'lead' ? null : `32AAACK${random.whole(1000, 9999)}C1Z5`,
    licence_number: licence === undefined ? null : `11326${random.whole(100_000_000, 999_999_999)}`,
    licence_expires_on: licence === undefined ? null : addDays(today, licence),
    commission_ppm: status === 'lead' ? 0 : 180_000,
    status,
    status_reason: reason ?? null,
    maker_ids: by ? [by] : [],
    created_at: instantOf(createdMs),
    updated_at: instantOf(createdMs),
  }
}

/** One page with nothing on it: the papers themselves are none of the demo's business. */
const licencePdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)
