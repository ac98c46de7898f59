import { addMinutes, type Cart, cartContract, type Id, type Parsed } from '@larder/contract'
import { sql } from 'kysely'
import type { Context } from '#kit/context.ts'
import { resource } from '#kit/resource.ts'
import { readSetting } from '#kit/settings.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { writeMail } from '#modules/mail/mail.service.ts'
import { quoteBasket } from '#modules/order/place/place.service.ts'
import type { Consent } from './customer.decide.ts'

interface KeptLine {
  itemId: string
  name: string
  quantity: number
  unitPriceMinor: number
}
type KeptEvent = Omit<Cart['events'][number], 'line'> & { line: KeptLine | null }

const mostEvents = 100
const events = sql<
  KeptEvent[]
>`(select coalesce(json_agg(json_build_object('sequence', told.sequence, 'type', told.type, 'line', told.line, 'note', told.note,
    'at', to_char(told.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by told.sequence), '[]')
  from (select * from cart_event where cart_event.cart_id = cart.id order by sequence limit ${sql.lit(mostEvents)}) as told)`

/** What people put together in apps: told by these, read by staff. */
export const carts = resource(cartContract, {
  table: 'cart',
  permission: 'customer.view',
  rows: (db) =>
    db
      .selectFrom('cart')
      .innerJoin('store', 'store.id', 'cart.store_id')
      .leftJoin('customer', 'customer.id', 'cart.customer_id')
      .selectAll('cart')
      .select([
        'store.display_name as store_name',
        'store.branch_id',
        'customer.name as customer_name',
        'customer.email',
        'customer.consents',
      ])
      .select(events.as('events')),
  scope: { branch: 'store.branch_id', store: 'cart.store_id' },
  present: (row) => {
    const price = (minor: number) => ({ minor, currency: row.currency })
    return {
      lines: (row.lines as KeptLine[]).map(({ unitPriceMinor, ...line }) => ({ ...line, price: price(unitPriceMinor) })),
      events: row.events.map(({ line, ...event }) => ({ ...event, line: line && { name: line.name, quantity: line.quantity } })),
      changedAt: row.updated_at,
    }
  },
  search: {},
  acts: {
    message: {
      whyNot: ({ state, email, consents }) => {
        if (state === 'ordered') return 'It was ordered already.'
        if (!email) return { reason: 'no-consent', message: 'No e-mail address of its customer is kept.' }
        const isGiven = ((consents ?? []) as Consent[]).some((each) => each.channel === 'email' && each.isGiven)
        return isGiven ? null : { reason: 'no-consent', message: 'Its customer has not agreed to marketing by e-mail.' }
      },
      sets: ({ ctx }) => ({ messaged_at: ctx.clock.instant() }),
      also: async ({ ctx, work, row, now, body: { text } }) => {
        const sender = await readSetting(ctx.services, 'installation.name')
        await work.db
          .insertInto('cart_event')
          .values({ cart_id: now.id, sequence: now.version, type: 'message', line: null, note: text, at: ctx.clock.instant() })
          .execute()
        const mail = { to: row.email ?? '', toName: row.customer_name ?? '', subject: `Your cart at ${row.store_name}` }
        await writeMail(ctx, work, { ...mail, body: `${text}\n\n${sender}\n` })
      },
    },
  },
})

/** What a cart would cost now, and why it could not be ordered; what is chosen when it is ordered is not asked. */
async function priceCart(ctx: Context, { params }: Parsed<typeof cartContract.price>) {
  const cart = await carts.read(ctx, params.id)
  if (cart.lines.length === 0) return { items: cart.total, before: cart.total, problems: [] }
  const lines = cart.lines.map(({ itemId, quantity }) => ({ itemId: itemId as Id<'item'>, quantity }))
  const { items, problems } = await quoteBasket(ctx, { storeId: cart.store.id as Id<'store'>, orderType: 'pickup', lines })
  const told = problems.filter(({ code }) => code !== 'choice-needed' && code !== 'grams-needed' && code !== 'details-needed')
  return { items, before: cart.total, problems: told.map(({ message }) => message) }
}

export const cartHandlers = { ...carts.handlers, price: priceCart }

const batch = 100

/** Carts in which nothing has happened for as long as a setting says are abandoned: each with its event, and together one change set. */
export async function abandonCarts(ctx: Context): Promise<'again' | undefined> {
  const minutes = await readSetting(ctx.services, 'customer.abandonMinutes')
  const now = ctx.clock.instant()
  const left = await ctx.services.db
    .selectFrom('cart')
    .select('id')
    .where('state', '=', 'active')
    .where('updated_at', '<', addMinutes(now, -minutes))
    .orderBy('updated_at')
    .limit(batch)
    .execute()
  if (left.length === 0) return undefined
  await unitOfWork(ctx, async (work) => {
    work.tie()
    const taken = await sql<{ id: string; version: number; store_id: string; branch_id: string }>`
      update cart set state = 'abandoned', version = cart.version + 1, updated_at = ${now} from store
      where store.id = cart.store_id and cart.id = any(${left.map(({ id }) => id)}::uuid[]) and cart.state = 'active' and cart.updated_at < ${addMinutes(now, -minutes)}
      returning cart.id, cart.version, cart.store_id, store.branch_id`.execute(work.db)
    if (taken.rows.length === 0) return work.nothing()
    await work.db
      .insertInto('cart_event')
      .values(taken.rows.map(({ id, version }) => ({ cart_id: id, sequence: version, type: 'abandoned', line: null, at: now })))
      .execute()
    for (const { id, version, branch_id: branchId, store_id: storeId } of taken.rows)
      work.record({
        entity: 'cart',
        id,
        version,
        action: 'abandoned',
        old: { state: 'active' },
        new: { state: 'abandoned' },
        permission: 'customer.view',
        branchId,
        storeId,
      })
  })
  return left.length === batch ? 'again' : undefined
}
