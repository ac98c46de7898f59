import { type Instant, instantOf, localDateAt, msOf, newId, plainDetails, type Vertical } from '@larder/contract'
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database } from '../src/db/database.ts'
import type { DB } from '../src/db/schema.gen.ts'
import { searchText } from '../src/kit/read/search-text.ts'

type Row<T extends keyof DB> = Selectable<DB[T]>
type Given<T extends keyof DB> = Partial<Insertable<DB[T]>>

let count = 0
const next = () => ++count
const code = (number: number) => [...number.toString(26)].map((digit) => String.fromCharCode(65 + Number.parseInt(digit, 26))).join('')

/** A square around Kochi with sides of about 11 km. */
export const square = [
  { lat: 9.9, lng: 76.2 },
  { lat: 9.9, lng: 76.3 },
  { lat: 10, lng: 76.3 },
  { lat: 10, lng: 76.2 },
]

export function addBranch(db: Database, given: Given<'branch'> = {}): Promise<Row<'branch'>> {
  const number = next()
  const branch = {
    id: newId(),
    // No test begins a code of its own with it.
    code: `Q${code(number)}`,
    name: `Branch ${number}`,
    partner_name: 'Partner',
    time_zone: 'Asia/Kolkata',
    currency: 'INR',
  }
  return insert(db, 'branch', { ...branch, ...given })
}

export function addArea(db: Database, branch: Pick<Row<'branch'>, 'id' | 'currency'>, given: Given<'area'> = {}): Promise<Row<'area'>> {
  const fee_tiers = JSON.stringify([{ maxKm: 8, fee: { minor: 3000, currency: branch.currency } }])
  const area = {
    id: newId(),
    branch_id: branch.id,
    name: `Area ${next()}`,
    polygon: JSON.stringify(square),
    fee_tiers,
    currency: branch.currency,
  }
  return insert(db, 'area', { ...area, ...given })
}

/** A live restaurant that is always open; branch and area are made unless they are given. */
export async function addStore(
  db: Database,
  given: Given<'store'> & { branch?: Row<'branch'>; area?: Row<'area'> } = {},
): Promise<Row<'store'>> {
  const { branch = await addBranch(db), area = await addArea(db, branch), ...columns } = given
  const number = next()
  const store = {
    id: newId(),
    number: `ST-T${number}`,
    branch_id: branch.id,
    area_id: area.id,
    vertical: 'restaurant',
    legal_name: `Store ${number} Private Limited`,
    display_name: `Store ${number}`,
    phone: '+914842345678',
    address: 'Marine Drive',
    lat: 9.95,
    lng: 76.25,
    time_zone: branch.time_zone,
    currency: branch.currency,
    status: 'live',
    opening_hours: JSON.stringify([0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, opens: '00:00', closes: '00:00' }))),
    ...columns,
  }
  return insert(db, 'store', { ...store, search: searchText([store.display_name, store.legal_name, store.number], [store.phone]) })
}

export async function addCustomer(db: Database, given: Given<'customer'> = {}): Promise<Row<'customer'> & { phone: string }> {
  const number = next()
  const phone = given.phone ?? `+9198${String(number).padStart(8, '0')}`
  const customer = { id: newId(), name: `Customer ${number}`, ...given, phone }
  return { ...(await insert(db, 'customer', { ...customer, search: searchText([customer.name]) })), phone }
}

export function addRider(db: Database, branch: Pick<Row<'branch'>, 'id' | 'currency'>, given: Given<'rider'> = {}): Promise<Row<'rider'>> {
  const number = next()
  const rider = {
    id: newId(),
    // None that a rider who is taken on could get.
    number: `RD-T${number}`,
    branch_id: branch.id,
    name: `Rider ${number}`,
    phone: `+9197${String(number).padStart(8, '0')}`,
    vehicle: 'scooter',
    shift_state: 'available',
    currency: branch.currency,
  }
  return insert(db, 'rider', { ...rider, ...given })
}

/** A till of a store, paired and silent so far. */
export function addMachine(db: Database, store: Pick<Row<'store'>, 'id'>, given: Given<'machine'> = {}): Promise<Row<'machine'>> {
  const number = next()
  const machine = { id: newId(), store_id: store.id, kind: 'till', name: `Till ${number}`, paired_at: instantOf(Date.now()) }
  return insert(db, 'machine', { ...machine, ...given })
}

/** A pending delivery order of one item for 500.00, placed at `at`. Its month's partition must be there (`ensurePartitions`). */
export function addOrder(db: Database, store: Row<'store'>, given: Given<'orders'> & { at?: Instant } = {}): Promise<Row<'orders'>> {
  const { at = instantOf(Date.now()), ...columns } = given
  const total = columns.total_minor ?? 50_000
  const order = {
    id: newId(msOf(at)),
    number: `NO-${next()}`,
    branch_id: store.branch_id,
    area_id: store.area_id,
    store_id: store.id,
    vertical: store.vertical,
    channel_id: newId(),
    status: 'pending',
    payment_state: 'authorised',
    // What only was authorised holds so much; in a database of before there was no word for it.
    ...(columns.payment_state === undefined && { authorised_minor: total }),
    delivery_state: 'unassigned',
    order_type: 'delivery',
    timing: 'asap',
    business_day: localDateAt(at, store.time_zone),
    placed_at: at,
    pending_at: at,
    customer_name: 'Anjali Menon',
    customer_phone: '+919847012345',
    currency: store.currency,
    items_minor: total,
    packing_minor: 0,
    delivery_minor: 0,
    discount_minor: 0,
    tax_minor: 0,
    tip_minor: 0,
    rounding_minor: 0,
    total_minor: total,
    taxes: '[]',
    discounts: '[]',
    item_count: 1,
    item_summary: '1 x Meals',
    payment_method: 'online',
    details: JSON.stringify(plainDetails[(columns.vertical ?? store.vertical) as Vertical]),
    updated_at: at,
  }
  return insert(db, 'orders', { ...order, ...columns })
}

/** `count` copies of an order, each two minutes older than the one before; `changes` names columns by expressions over `n` and `placed`. */
export async function copyOrder(
  db: Database,
  model: Row<'orders'>,
  count: number,
  changes: Record<string, RawBuilder<unknown>> = {},
): Promise<void> {
  const pairs = Object.entries(changes).flatMap(([column, expression]) => [sql.lit(column), expression])
  for (let from = 1; from <= count; from += copyBatch) {
    await sql`insert into orders select copy.* from orders, generate_series(${from}::int, ${Math.min(count, from + copyBatch - 1)}::int) as n,
        lateral (select orders.placed_at - n * interval '2 minutes' as placed) as times,
        lateral jsonb_populate_record(orders, jsonb_build_object('id', uuidv7(placed - clock_timestamp()), 'number', 'C-' || n, 'placed_at', placed,
          'business_day', (placed at time zone 'Asia/Kolkata')::date ${pairs.length > 0 ? sql`, ${sql.join(pairs)}` : sql``})) as copy
      where orders.id = ${model.id}`.execute(db)
  }
}

// A statement's time is short for many of them on a machine that others use as well.
const copyBatch = 1000

/** An item of a store's menu, in a category of its own unless one is given: sold by the piece for 100.00, taxed at 5 %. */
export async function addItem(
  db: Database,
  store: Pick<Row<'store'>, 'id'> & Partial<Pick<Row<'store'>, 'vertical'>>,
  { tax_ppm = 50_000, choices = {}, ...given }: Given<'item'> & { tax_ppm?: number; choices?: Offered } = {},
): Promise<Row<'item'>> {
  const number = next()
  const category_id = given.category_id ?? (await addMenuCategory(db, store)).id
  const item = {
    id: newId(),
    store_id: store.id,
    category_id,
    sku: `SKU-${number}`,
    name: `Item ${number}`,
    unit: 'pc',
    price_minor: 10_000,
    tax_profile_id: await taxProfileOf(db, tax_ppm),
  }
  const added = await insert(db, 'item', { ...item, ...given })
  for (const [index, [name, offered]] of Object.entries(choices).entries())
    await addChoiceGroup(db, added, { name, offered, sort: index, min_choices: store.vertical === 'cakes' ? 1 : 0 })
  return added
}

export function addMenuCategory(
  db: Database,
  store: Pick<Row<'store'>, 'id'>,
  given: Given<'menu_category'> = {},
): Promise<Row<'menu_category'>> {
  return insert(db, 'menu_category', { id: newId(), store_id: store.id, name: `Category ${next()}`, ...given })
}

/** What an item comes in, by group. */
type Offered = Readonly<Record<string, readonly string[]>>

/** A group of choices that an item comes with; one must be chosen unless it is said otherwise. */
export async function addChoiceGroup(
  db: Database,
  item: Pick<Row<'item'>, 'id' | 'store_id'>,
  { offered = ['Full', 'Half'], ...given }: Given<'choice_group'> & { offered?: readonly string[] } = {},
): Promise<Row<'choice_group'>> {
  const choices = JSON.stringify(offered.map((name) => ({ name, priceDelta: null, available: true })))
  const group = {
    id: newId(),
    store_id: item.store_id,
    kind: 'option',
    name: given.name ?? `Group ${next()}`,
    min_choices: 1,
    max_choices: 1,
    choices,
  }
  const added = await insert(db, 'choice_group', { ...group, ...given })
  await db.insertInto('item_choice_group').values({ item_id: item.id, group_id: added.id }).execute()
  return added
}

/** The profile of one rate, for ever; its id. */
export async function taxProfileOf(db: Database, ratePpm: number): Promise<string> {
  const named = { name: `${ratePpm} ppm`, rates: JSON.stringify([{ from: null, ratePpm }]) }
  await db
    .insertInto('tax_profile')
    .values({ id: newId(), ...named })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id } = await db.selectFrom('tax_profile').select('id').where('name', '=', named.name).executeTakeFirstOrThrow()
  return id
}

/** A line of an order; a weighed one when it is given `ordered_grams`. */
export function addLine(
  db: Database,
  order: Pick<Row<'orders'>, 'id' | 'items_minor'>,
  given: Given<'order_line'> = {},
): Promise<Row<'order_line'>> {
  const line = { order_id: order.id, line: 1, name: 'Meals', unit: given.ordered_grams ? 'kg' : 'pc', quantity: 1 }
  return insert(db, 'order_line', { ...line, unit_price_minor: order.items_minor, amount_minor: order.items_minor, ...given })
}

async function insert<T extends keyof DB & string>(db: Database, table: T, row: object): Promise<Row<T>> {
  const inserted = await db
    .insertInto(table)
    .values(row as never)
    .returningAll()
    .executeTakeFirstOrThrow()
  return inserted as Row<T>
}

/** A kind of crate of which there are plenty. */
export function addCrate(db: Database, given: Given<'crate'> = {}): Promise<Row<'crate'>> {
  const facts = {
    code: newId().slice(-12),
    name: 'Fish crate',
    size: 'small',
    capacity_grams: 8000,
    deposit_minor: 15_000,
    currency: 'INR',
  }
  return db
    .insertInto('crate')
    .values({ id: newId(), stock: 1_000_000, ...facts, ...given })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The entry of somebody's account having been opened by another person, by their ids, or of another way in that they gave it. */
export async function letIn(db: Database, by: string, id: string, daysAgo = 0, action = 'create', kind = 'staff'): Promise<void> {
  await sql`insert into audit_entry (at, actor_kind, actor_id, actor_name, entity, entity_id, action, request_id)
    values (clock_timestamp() - make_interval(days => ${daysAgo}), ${kind}, ${by}, 'Somebody', 'staff', ${id}, ${action}, 'x')`.execute(db)
}
