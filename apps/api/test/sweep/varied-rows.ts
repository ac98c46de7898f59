import {
  addDays,
  addMinutes,
  channelKindLabels,
  currentInstant,
  keysOf,
  LocalDate,
  Money,
  mailStatusLabels,
  msOf,
  type NamedEndpoint,
  newId,
  phoneChannelId,
  type StaffStatus,
  shiftStateLabels,
  staffStatusLabels,
  storeStatusLabels,
  taskStatusLabels,
} from '@larder/contract'
import { sql } from 'kysely'
import { schemaOf } from '#kit/openapi/openapi.ts'
import type { JsonSchema } from '#kit/openapi/outline.ts'
import { entriesFor, readBooked } from '#modules/ledger/backfill.service.ts'
import { entryInsert, entryOf } from '#modules/ledger/post.service.ts'
import { addArea, addBranch, addCrate, addCustomer, addMachine, addOrder, addRider, addStore } from '../factories.ts'
import { enterAs } from '../role-people.ts'
import { endpoints, lists, type SweptProduct } from './swept-product.ts'
import { addVariedCash } from './varied-cash.ts'
import { addVariedDesk } from './varied-desk.ts'
import { addVariedItems } from './varied-menu.ts'
import { addVariedPayments } from './varied-payments.ts'
import { addVariedRiders } from './varied-riders.ts'
import { addVariedScans } from './varied-scans.ts'
import { addVariedStores } from './varied-stores.ts'

const day = 24 * 60
/** Of those who ordered twice or more. */
const began = currentInstant()
export const twiceSegmentId = newId(msOf(began))
/** What of one depends on more than the value of one field. */
const byHand = new Set(['channel-key.create', 'cash-deposit.create', 'item.create', 'menu-scan.create', 'remedy.create'])

/**
 * Rows of every list that differ in whatever it can be cut and sorted by: for each `create` of the contract one of each value that its body
 * can have, by its example; what has no `create`, by hand. Names fall while ids rise, codes go up and down, and no sort is that of another.
 */
export async function addVariedRows(product: SweptProduct): Promise<void> {
  const { db } = product.app.database
  const now = currentInstant()
  const branch = await addBranch(db, { name: 'Aluva' })
  await addBranch(db, { name: 'Vypin', status: 'closed' })
  const area = await addArea(db, branch)
  const elsewhere = { branch, area, store: await addStore(db, { branch, area }) }
  const isFree = ({ name }: NamedEndpoint) => name.endsWith('.create') && !byHand.has(name)
  for (const endpoint of endpoints.filter(isFree)) await addByExample(product, endpoint, elsewhere)
  for (const act of endpoints.filter(isAct)) await addByAct(product, act)

  for (const table of ['draft', 'saved_view'] as const)
    await sql`update ${sql.table(table)} set resource = 'rider' where id = (select max(id::text)::uuid from ${sql.table(table)})`.execute(
      db,
    )
  // The draft that was begun first is the one that was gone on with last.
  await sql`update draft set updated_at = ${addMinutes(now, 1)} where id = (select min(id::text)::uuid from draft)`.execute(db)
  const movement = { kind: 'issue', quantity: 1, crateId: (await addCrate(db)).id, storeId: elsewhere.store.id }
  await product.app.call('POST /crate-movements', { as: product.admin, body: movement })
  await addApprovals(product)
  await addChannelKeys(product)
  await addEntries(product, branch.id)
  for (const [index, more] of [
    { is_online: true },
    { revoked_at: now, kind: 'printer' },
    { paired_at: null, kind: 'tablet' },
    {},
  ].entries())
    await addMachine(db, elsewhere.store, { name: fallingName('Machine', index * 2), ...more })
  const stores = []
  for (const [index, status] of (Object.keys(storeStatusLabels) as string[]).entries())
    stores.push(
      await addStore(db, {
        branch,
        area,
        status,
        display_name: fallingName('Store', index),
        vertical: index % 2 === 0 ? 'restaurant' : 'fish',
        open_mode: ['open', 'busy', 'paused', 'closed'][index % 4] ?? 'open',
        licence_expires_on: index % 2 === 0 ? now.slice(0, 10) : '2099-01-01',
        last_order_at: index % 3 === 0 ? null : addMinutes(now, ((index * 3) % 7) * -40 * day),
      }),
    )
  const riders = [await addRider(db, await addBranch(db, { name: 'Munnar' }), { name: 'a rider' })]
  for (const [index, shift_state] of [...Object.keys(shiftStateLabels), 'off'].entries())
    riders.push(await addRider(db, branch, { shift_state, name: fallingName('Rider', index) }))
  for (const [index, status] of (Object.keys(staffStatusLabels) as StaffStatus[]).entries())
    await enterAs(db, index % 2 === 0 ? 'marketing-admin' : 'office-staff', undefined, {
      status,
      name: fallingName('Person', index),
      expiresAt: index % 2 === 0 ? null : addMinutes(now, index * 100 * day),
    })
  for (const store of stores.slice(0, 2)) await enterAs(db, 'store-officer', { kind: 'store', ids: [store.id] })
  for (const [index, status] of (Object.keys(mailStatusLabels) as string[]).entries())
    await db
      .insertInto('mail')
      .values({
        id: newId(),
        to_address: `varied.${index}@larder.test`,
        to_name: fallingName('Recipient', index),
        subject: 'Your account',
        body: 'Hello',
        status,
        next_attempt_at: status === 'waiting' ? addMinutes(now, day) : null,
      })
      .execute()
  for (const [index, status] of (Object.keys(taskStatusLabels) as string[]).entries())
    await db
      .insertInto('task')
      .values({
        id: newId(),
        staff_id: product.admin.id,
        kind: 'export',
        title: fallingName('Task', index),
        parameters: '{}',
        status,
        created_at: addMinutes(now, index - 60),
        read_at: index % 2 === 0 ? now : null,
      })
      .execute()
  for (const [index, state] of ['active', 'abandoned', 'ordered'].entries()) {
    const store = stores[index % 2]
    if (!store) continue
    const cart = { id: newId(), state, store_id: store.id, vertical: store.vertical, currency: 'INR' }
    await db
      .insertInto('cart')
      .values({ ...cart, created_at: addMinutes(now, index - 60), customer_id: index === 0 ? null : (await addCustomer(db)).id })
      .execute()
  }
  const [live, otherLive] = stores.filter(({ status }) => status === 'live' || status === 'approved')
  await addVariedDesk(product, [elsewhere.store, ...stores.slice(0, 3), await addStore(db)])
  await addVariedScans(product, [elsewhere.store, ...stores.slice(0, 3), await addStore(db)])
  await db.insertInto('segment').values({ id: twiceSegmentId, name: 'Twice', least_orders: 2, created_at: began }).execute()
  const customer = await addCustomer(db)
  await addCustomer(db, { erasure: 'asked', erasure_reason: 'By mail', erasure_asked_at: now, erasure_asked_by: 'Asha' })
  for (const _ of [1, 2]) {
    const goesOn = await addCustomer(db, { merged_records: 1 })
    await addCustomer(db, { merged_into: goesOn.id, merged_at: now, merged_by: 'Asha' })
  }
  const flags = JSON.stringify([{ flag: 'watch', reason: 'Disputes', until: null, at: now, by: 'Asha' }])
  const consents = JSON.stringify([{ channel: 'email', isGiven: true, source: 'Call', at: now }])
  await addCustomer(db, {
    orders: 2,
    value_minor: 1,
    currency: 'INR',
    last_order_at: addMinutes(now, -30 * day),
    verticals: ['fish'],
    flags,
    consents,
  })
  await addCustomer(db, { orders: 1, value_minor: 1500, currency: 'INR', last_order_at: addMinutes(now, -20 * day) })
  await addCustomer(db, { orders: 1, value_minor: 900, currency: 'INR', last_order_at: addMinutes(now, -900 * day) })
  for (const [index, given] of [
    { payment_method: 'cash', customer_id: customer.id, rider_id: riders.at(-1)?.id ?? null },
    { payment_method: 'card', order_type: 'pickup', status: 'accepted' },
    { status: 'accepted', promised_at: addMinutes(now, -30), accepted_at: addMinutes(now, -60) },
    { status: 'delivered' },
    { status: 'cancelled' },
    { status: 'delivered', channel_id: phoneChannelId },
  ].entries()) {
    const store = index % 2 === 0 ? live : otherLive
    if (store) await addOrder(db, store, { at: addMinutes(now, -index * 2 * day), ...given })
  }
  const rejected = { status: 'rejected', payment_state: 'voided', payment_method: 'cash', ended_at: now } as const
  for (const [index, [store, end_reason, end_party]] of (
    [
      [live, 'too-busy', 'store'],
      [otherLive, 'closing-soon', 'store'],
      [await addStore(db, { display_name: 'v Far' }), 'bad-weather', 'platform'],
    ] as const
  ).entries())
    if (store) await addOrder(db, store, { at: addMinutes(now, -index * 2 * day), ...rejected, end_reason, end_party })
  await addVariedItems(product)
  await addVariedPayments(db)
  await addVariedCash(product, branch, elsewhere.store)
  await addVariedRiders(product)
  await addVariedStores(product, stores)
  await addLedgerEntries(product)
  // Of all that came in, the last one was paid first.
  await sql`update cash_held set since = ${addMinutes(now, -90 * day)} where order_id = (select max(order_id::text)::uuid from cash_held)`.execute(
    db,
  )
}

async function addApprovals({ app, admin, otherAdmin }: SweptProduct): Promise<void> {
  const asked = {
    operation: 'setting.change',
    params: '{}',
    body: '{}',
    reason: 'Why not',
    entity: 'setting',
    permission: 'setting.approve',
  }
  for (const [index, status] of ['pending', 'withdrawn', 'expired', 'overtaken', 'pending'].entries())
    await app.database.db
      .insertInto('approval')
      .values({
        ...asked,
        id: newId(),
        title: fallingName('Change', index),
        entity_id: index === 4 ? 'tax.delivery' : index % 2 === 0 ? 'installation.currency' : 'tax.prices',
        status,
        // The last one is whoever reads it to approve.
        maker_id: index === 4 ? otherAdmin.id : admin.id,
        created_at: addMinutes(currentInstant(), index),
        expires_at: addMinutes(currentInstant(), index === 4 ? day : 0),
        decided_at: status === 'pending' ? null : currentInstant(),
      })
      .execute()
}

/** Of each kind, which decides what else a key can have. */
async function addChannelKeys({ app }: SweptProduct): Promise<void> {
  for (const [index, kind] of keysOf(channelKindLabels).entries()) {
    const key = { id: newId(), name: fallingName('Key', index * 2), kind, scopes: ['channel:orders'], key_hash: Buffer.from(newId()) }
    await app.database.db.insertInto('channel_key').values(key).execute()
  }
}

/** Entries of other days, from elsewhere, of a role and of a change set. */
async function addEntries({ app }: SweptProduct, branchId: string): Promise<void> {
  const { db } = app.database
  for (const days of [2, 5]) {
    const at = addMinutes(currentInstant(), -days * day)
    await sql`insert into audit_entry (at, actor_kind, actor_id, actor_name, role, address, action, entity, entity_id, branch_id, request_id, change_set_id, new)
      values (${at}, 'staff', ${newId()}, 'Somebody', 'office-staff', ${`192.0.2.${days}`}, 'update', 'crate', ${newId()}, ${branchId},
        ${`varied-${days}`}, ${newId()}, '{"stock": 1}')`.execute(db)
  }
}

function fallingName(kind: string, index: number): string {
  return `${'zyxwvutsrqponm'[index >> 1] ?? 'a'} ${kind}`
}

/** A row of each value that one field of the body can have, the others as in the example. */
async function addByExample(
  product: SweptProduct,
  endpoint: NamedEndpoint,
  elsewhere: Record<'branch' | 'area' | 'store', { id: string }>,
): Promise<void> {
  const { properties = {} } = endpoint.shape.body ? (schemaOf(endpoint.shape.body, 'input') as JsonSchema) : {}
  const places = { branchId: elsewhere.branch.id, areaId: elsewhere.area.id, storeId: elsewhere.store.id }
  const changes = Object.entries(properties).flatMap(([key, schema]): [string, unknown][] => {
    if (key in places) return [[key, places[key as keyof typeof places]]]
    if (schema.enum) return schema.enum.map((value) => [key, value])
    return [schema.type].flat().includes('boolean')
      ? [
          [key, false],
          [key, true],
        ]
      : []
  })
  const words = sortedTexts(endpoint, properties)
  while (words.length > 0 && changes.length < 4) changes.push(['name', undefined])
  for (const [index, [key, value]] of changes.entries()) {
    const example = await product.exampleOf(endpoint)
    const body = { ...(example.body as object), ...(value !== undefined && { [key]: value }) } as Record<string, unknown>
    // An area is one of its branch.
    if (key in places && key !== 'storeId')
      for (const place of ['branchId', 'areaId'] as const) if (place in body) body[place] = places[place]
    for (const word of words) body[word] = fallingName('row', index * 2)
    if (typeof body.name === 'string') body.name = `${fallingName('row', index * 2)} ${body.name.slice(-12)}`
    if (typeof body.code === 'string' && sortsOf(endpoint).includes('code')) body.code = `${'gcaebdf'[index] ?? 'h'}-${body.code}`
    for (const sorted of sortsOf(endpoint)) varyBy(body, String(sorted), (index * 5 + 5) % 7)
    if (typeof body.sort === 'number') body.sort = 1 + ((index * 5 + 5) % 7)
    const { status, body: answer } = await product.send(endpoint, { ...example, body })
    if (status !== 200) throw new Error(`${endpoint.name} with ${key} ${value} answered ${JSON.stringify(answer)}`)
  }
}

/** A day, a number or an amount by which the list is sorted, later or more by so much. */
function varyBy(body: Record<string, unknown>, key: string, more: number): void {
  const value = body[key]
  if (typeof value === 'number' && key !== 'sort') body[key] = value + more
  else if (LocalDate.safeParse(value).success) body[key] = addDays(value as LocalDate, more)
  else if (Money.safeParse(value).success) body[key] = { ...(value as Money), minor: (value as Money).minor + more }
}

/** Fields of any text that the list can be sorted by, besides the name. */
function sortedTexts(endpoint: NamedEndpoint, properties: Record<string, JsonSchema>): string[] {
  const sorts = sortsOf(endpoint)
  const isAnyText = ({ type, enum: values, pattern, format }: JsonSchema) => type === 'string' && !values && !pattern && !format
  return Object.keys(properties).filter(
    (key) => !['name', 'code'].includes(key) && sorts.includes(key) && isAnyText(properties[key] as JsonSchema),
  )
}

/** What the list of a kind of record can be sorted by. */
function sortsOf({ entity }: NamedEndpoint): readonly unknown[] {
  const list = lists.find(({ name }) => name === `${entity}.list`)
  return list?.shape.query ? ((schemaOf(list.shape.query, 'input') as JsonSchema).properties?.sort?.enum ?? []) : []
}

/** What is done to one record that somebody made, and leaves it in another state. */
function isAct({ method, entity, path, name }: NamedEndpoint): boolean {
  const create = endpoints.find((other) => other.name === `${entity}.create`)
  return create !== undefined && method === 'POST' && path.startsWith(`${create.path}/:id/`) && !name.endsWith('.reveal')
}

/** A row that an act was done to. */
async function addByAct(product: SweptProduct, act: NamedEndpoint): Promise<void> {
  const { status, body } = await product.carryOut(act, await product.exampleOf(act))
  if (status !== 200) throw new Error(`${act.name} answered ${JSON.stringify(body)}`)
}

/** Some orders of every day and store, booked as those of before the ledger are, each with cash that was deposited. */
async function addLedgerEntries({ app: { database } }: SweptProduct): Promise<void> {
  const { rows } = await sql<{
    id: string
  }>`select id from (select id, row_number() over (partition by store_id, status order by id) as place from orders) as placed
    where place = 1 and id in ((select id from orders order by id limit 12) union (select id from orders order by id desc limit 24)) order by id desc`.execute(
    database.db,
  )
  const deposit = { kind: 'deposited', moved: { bank: 500, 'rider-cash': -500 } } as const
  for (const { id } of rows) {
    const [order] = await readBooked(database.db, sql`orders.id = ${id}`)
    if (order) await entryInsert('test', [...entriesFor(order), entryOf(order, order.placed_at, deposit)]).execute(database.db)
  }
}
