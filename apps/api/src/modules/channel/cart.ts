import { type channelContract, maxBasketLines, type Output, type Parsed } from '@larder/contract'
import type { Context, Work } from '#kit/context.ts'
import { invalid, refuse } from '#kit/errors.ts'
import { completePhone } from '#kit/phone/phone.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'

type Input = Parsed<typeof channelContract.cart>['body']

const states = { ordered: 'ordered', abandoned: 'abandoned' } as const
const lineTypes = new Set<Input['type']>(['line-added', 'line-changed', 'line-removed'])

/** Takes one event of a cart: the cart as it is now, and the event in its history. */
export async function takeCartEvent(
  ctx: Context,
  { body }: Parsed<typeof channelContract.cart>,
): Promise<Output<typeof channelContract.cart>> {
  const isLine = lineTypes.has(body.type)
  if (isLine !== (body.line !== undefined)) invalid({ 'body.line': isLine ? 'is needed for this type' : 'is not for this type' })
  return unitOfWork(ctx, async (work) => {
    const cart = await openCart(ctx, work, body)
    const line = body.line ? await lineOf(work, body.storeId, body.line) : null
    const lines = line ? setLine(cart.lines, line) : cart.lines
    if (lines.length > maxBasketLines) invalid({ 'body.line': `would be one more than the ${maxBasketLines} lines of a basket` })
    const state = body.type === 'ordered' || body.type === 'abandoned' ? states[body.type] : 'active'
    const changes = { lines, state, total_minor: totalOf(lines) }
    const version = cart.isNew ? 1 : cart.version + 1
    await work.db
      .updateTable('cart')
      .set({ ...changes, lines: JSON.stringify(lines), version, updated_at: ctx.clock.instant() })
      .where('id', '=', body.cartId)
      .execute()
    await work.db
      .insertInto('cart_event')
      .values({ cart_id: body.cartId, sequence: version, type: body.type, line: line && JSON.stringify(line), at: ctx.clock.instant() })
      .execute()
    const old = cart.isNew ? null : { lines: cart.lines, state: cart.state, total_minor: cart.total_minor }
    const place = { branchId: cart.branch_id, storeId: body.storeId }
    work.record({ entity: 'cart', id: body.cartId, version, action: body.type, old, new: changes, permission: 'customer.view', ...place })
    return { id: body.cartId, version }
  })
}

async function openCart(ctx: Context, work: Work, { cartId, storeId, customerPhone, deviceToken }: Input) {
  const store = await work.db.selectFrom('store').select(['vertical', 'currency', 'branch_id']).where('id', '=', storeId).executeTakeFirst()
  if (!store) return invalid({ 'body.storeId': 'is not a store of this marketplace' })
  const phone = customerPhone && (await completePhone(ctx.services, customerPhone, 'body.customerPhone'))
  const customer = phone ? await work.db.selectFrom('customer').select('id').where('phone', '=', phone).executeTakeFirst() : undefined
  const { vertical, currency } = store
  const channel_id = ctx.actor.id
  const fresh = {
    id: cartId,
    channel_id,
    store_id: storeId,
    vertical,
    currency,
    customer_id: customer?.id ?? null,
    device_token: deviceToken ?? null,
  }
  const inserted = await work.db
    .insertInto('cart')
    .values({ ...fresh, created_at: ctx.clock.instant() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  const cart = await work.db.selectFrom('cart').selectAll().where('id', '=', cartId).forUpdate().executeTakeFirstOrThrow()
  if (cart.channel_id !== channel_id) return invalid({ 'body.cartId': 'is the id of a cart of another channel' })
  if (cart.store_id !== storeId) return invalid({ 'body.storeId': 'is not the store of this cart' })
  if (cart.state === 'ordered') return refuse('cart-ordered', 'This cart was already ordered.')
  return { ...cart, lines: cart.lines as CartLine[], isNew: inserted !== undefined, branch_id: store.branch_id }
}

async function lineOf(work: Work, storeId: string, line: NonNullable<Input['line']>): Promise<CartLine> {
  const item = await work.db
    .selectFrom('item')
    .select(['name', 'price_minor'])
    .where('id', '=', line.itemId)
    .where('store_id', '=', storeId)
    .executeTakeFirst()
  if (!item) return invalid({ 'body.line.itemId': 'is not on the menu of this store' })
  return { itemId: line.itemId, name: item.name, quantity: line.quantity, unitPriceMinor: item.price_minor }
}

/** A line of a cart as it is kept. */
interface CartLine {
  itemId: string
  name: string
  quantity: number
  unitPriceMinor: number
}

/** The lines after one of them was set: quantity 0 takes it out, a new item goes to the end. Pure. */
function setLine(lines: readonly CartLine[], line: CartLine): CartLine[] {
  if (line.quantity === 0) return lines.filter(({ itemId }) => itemId !== line.itemId)
  return lines.some(({ itemId }) => itemId === line.itemId)
    ? lines.map((known) => (known.itemId === line.itemId ? line : known))
    : [...lines, line]
}

function totalOf(lines: readonly CartLine[]): number {
  return lines.reduce((sum, { quantity, unitPriceMinor }) => sum + quantity * unitPriceMinor, 0)
}
