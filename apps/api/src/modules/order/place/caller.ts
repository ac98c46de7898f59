import {
  type Address,
  type CallerStore,
  distanceKm,
  type FeeTier,
  type Output,
  type Parsed,
  type phoneOrderContract,
  searchKey,
} from '@larder/contract'
import { sql } from 'kysely'
import { can, inScope, withinScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { notFound } from '#kit/errors.ts'
import { completePhone } from '#kit/phone/phone.ts'
import { folded } from '#kit/read/search-text.ts'
import { customersVisibleTo, flagsNow, goingOn, ofPhone } from '#modules/customer/customer.service.ts'
import { type OfferedStore, tellOffered } from '#modules/store/offered-store.service.ts'
import { minimumOf } from '#modules/store/store-minimum.service.ts'
import { menuOf } from './menu.service.ts'
import { deliveryFee } from './pricing.ts'

type Caller = NonNullable<Output<typeof phoneOrderContract.findCaller>['caller']>

const storeScope = { branch: 'store.branch_id', store: 'store.id' } as const
/** Stores that are looked at, those nearest to the address, and that are offered of them. */
const [mostLooked, mostOffered] = [200, 50]
const lastOrders = 20

/** Who has this number, for whoever may find customers by the whole of one and sees this one. */
export async function findCaller(ctx: Context, { body }: Parsed<typeof phoneOrderContract.findCaller>): Promise<{ caller: Caller | null }> {
  const isCaller = await callerCondition(ctx, body)
  if (!isCaller) return { caller: null }
  const { rows } = await sql<Omit<Caller, 'addresses'> & { kept: Address[]; latest: Address[] }>`
    select customer.id, customer.name, customer.phone, customer.orders, coalesce(customer.erasure = 'asked', false) as "isToBeErased", ${flagsNow(ctx.clock.instant())} as flags, customer.addresses as kept,
      (select coalesce(json_agg(address), '[]') from (select address from orders where orders.customer_id = customer.id and address is not null
        order by orders.id desc limit ${sql.lit(lastOrders)}) as latest) as latest
    from customer where ${isCaller} and ${customersVisibleTo(ctx)}`.execute(ctx.db)
  const [row] = rows
  if (!row) return { caller: null }
  const { kept, latest, ...caller } = row
  const addresses = [...new Map([...kept, ...latest].map((address) => [placeKey(address), address])).values()]
  return { caller: { ...caller, addresses: addresses.slice(0, lastOrders) } }
}

/** By what whoever asks may find a customer: by their record, or by the whole of their number where they see numbers; null where by neither. */
export async function callerCondition(ctx: Context, { phone, customerId }: Parsed<typeof phoneOrderContract.findCaller>['body']) {
  if (customerId) return can(ctx, 'customer.view') ? sql`customer.id = ${goingOn(customerId)}` : null
  if (phone === undefined) return null
  const whole = await completePhone(ctx.services, phone, 'body.phone')
  return can(ctx, 'customer.reveal') || can(ctx, 'customer-phone.reveal') ? sql`customer.id = ${ofPhone(whole)}` : null
}

function placeKey({ line1, line2, postalCode }: Address): string {
  return [line1, line2 ?? '', postalCode].join('\n').toLowerCase()
}

interface StoreRecord extends OfferedStore {
  fee_tiers: FeeTier[]
  surge_ppm: number
}

/** Stores that may take an order, the likeliest first: those that reach the address, the open ones, the nearest. Of what is searched the others come last. */
export async function listCallerStores(
  ctx: Context,
  { body }: Parsed<typeof phoneOrderContract.callerStores>,
): Promise<{ rows: CallerStore[] }> {
  const { point = null, vertical = null, orderType, q = '', storeId = null } = body
  const key = searchKey(q)
  const far =
    point && sql`(store.lat - ${point.lat}) * (store.lat - ${point.lat}) + (store.lng - ${point.lng}) * (store.lng - ${point.lng})`
  const { rows } = await sql<StoreRecord>`
    select store.*, area.fee_tiers, area.min_basket_minor, area.surge_ppm from store join area on area.id = store.area_id
    where store.status = 'live' and area.active and ${withinScope(ctx, storeScope)}
      ${vertical ? sql`and store.vertical = ${vertical}` : sql``}
      ${key ? sql`and (store.id = ${storeId} or ${folded('store.display_name')} like ${`%${key.replace(/[\\%_]/g, '\\$&')}%`})` : sql``}
    order by store.id = ${storeId} is true desc, ${far ?? sql`store.display_name`}, store.id limit ${sql.lit(mostLooked)}`.execute(ctx.db)
  const now = ctx.clock.instant()
  const offered = rows.map((store): CallerStore => {
    const km = point && distanceKm({ lat: store.lat, lng: store.lng }, point)
    return {
      ...tellOffered(store, now),
      id: store.id as CallerStore['id'],
      km: km === null ? null : Math.round(km * 100) / 100,
      deliveryFee: km === null ? null : deliveryFee(store.fee_tiers, store.surge_ppm, km),
      minimum: minimumOf(store, orderType),
    }
  })
  const isOut = (store: CallerStore) => Number(orderType === 'delivery' && point !== null && store.deliveryFee === null)
  const isChosen = (store: CallerStore) => Number(store.id === storeId)
  const sorted = offered.toSorted((a, b) => isChosen(b) - isChosen(a) || isOut(a) - isOut(b) || Number(b.isOpenNow) - Number(a.isOpenNow))
  return { rows: sorted.filter((store) => key !== '' || isOut(store) === 0 || isChosen(store) === 1).slice(0, mostOffered) }
}

/** What a store within the caller's reach sells. */
export async function readCallerMenu(ctx: Context, { params }: Parsed<typeof phoneOrderContract.callerMenu>) {
  const stores = inScope(ctx, ctx.db.selectFrom('store'), storeScope)
  const store = await stores.select(['id', 'display_name']).where('id', '=', params.id).where('status', '=', 'live').executeTakeFirst()
  if (!store) return notFound('store')
  return { store: { id: store.id, name: store.display_name }, items: (await menuOf(ctx, store.id)) ?? [] }
}
