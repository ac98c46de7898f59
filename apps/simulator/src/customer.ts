import { type ApiError, addMinutes, channelContract, type Input, instantOf, newId, type Quote } from '@larder/contract'
import { payAtGateway } from './pay.ts'
import { orderNotes, type Person, personOf } from './people.ts'
import { createRandom, type Random } from './random.ts'
import { amendWish, drawDetails, drawHome, drawWish, needsNotice, type Shop, type Wish } from './shopping.ts'
import { nowMs, type Town } from './town.ts'

type OrderBody = Input<typeof channelContract.placeOrder>['body']

const attempts = 4
const regulars = 600
const halfHourMs = 1_800_000

/** Somebody comes, looks for something and orders it, or does not. Gives whether an order was acknowledged. `browses`: fills a cart and asks for the price first. */
export async function playCustomer(town: Town, turn: { number: number; run: string; browses: boolean }): Promise<boolean> {
  const random = createRandom(`${town.options.seed} customer ${turn.number}`)
  const person = personOf(createRandom(`${town.options.seed} person ${random.whole(1, regulars)}`))
  const open = (await town.shops.list()).filter(({ isOpenNow }) => isOpenNow)
  if (open.length === 0) return false
  const shop = random.pick(open)
  const menu = await town.shops.menuOf(shop)
  const drawn = drawWish(random, shop, menu, random.chance(0.92) ? addressOf(random, shop, person) : null)
  if (drawn === null) return false
  const wish = needsNotice(drawn, menu) ? { ...drawn, slot: drawSlot(random) } : drawn
  const cart = turn.browses && random.chance(0.5) ? await fillCart(town, random, wish, person) : null
  const seen = turn.browses ? await agreeOnPrice(town, random, wish) : { wish, total: undefined }
  const isOrdered = seen !== null && cart?.isAbandoned !== true && (await order(town, random, { ...turn, shop, person, ...seen }))
  if (isOrdered && cart) await tellCart(town, cart.id, wish, person, { type: 'ordered' })
  if (!isOrdered) town.tally.add('notOrdered')
  if (isOrdered && turn.browses && random.chance(0.1)) await town.devices.register('guest', person.phone, null)
  return isOrdered
}

function addressOf(random: Random, shop: Shop, { line1 }: Person): NonNullable<Wish['address']> {
  return { line1, line2: null, locality: `Near ${shop.name}`, postalCode: '682001', point: drawHome(random, shop), instructions: null }
}

async function agreeOnPrice(town: Town, random: Random, first: Wish): Promise<{ wish: Wish; total: Quote['total'] } | null> {
  let wish: Wish | null = first
  for (let attempt = 0; attempt < attempts && wish; attempt++) {
    const answer = await town.channel.insist(channelContract.quote, { body: wish })
    if (!answer.ok) return null
    if (answer.value.problems.length === 0) return { wish, total: answer.value.total }
    wish = tryOtherwise(random, wish, answer.value.problems)
  }
  return null
}

interface Ordering {
  number: number
  run: string
  shop: Shop
  person: Person
  wish: Wish
  total: Quote['total'] | undefined
}

/** Orders, the same order under the same key until it is acknowledged; what is refused is tried otherwise, as another order. */
async function order(town: Town, random: Random, { number, run, shop, person, wish: first, total }: Ordering): Promise<boolean> {
  let wish: Wish | null = first
  for (let attempt = 0; attempt < attempts && wish; attempt++) {
    const externalId = `${run}-${number}-${attempt}`
    const details = drawDetails(random, shop, wish)
    const body: OrderBody = {
      ...wish,
      ...(details && { details }),
      externalId,
      customer: { name: person.name, phone: person.phone },
      payment: drawPayment(random, externalId, town.options.gateway),
      ...(random.chance(0.12) ? { note: random.pick(orderNotes) } : {}),
      ...(attempt === 0 && total ? { expectedTotal: total } : {}),
    }
    const answer = await town.channel.insist(channelContract.placeOrder, { body }, externalId)
    if (answer.ok) {
      await town.ackLog?.add(answer.value.id)
      town.tally.add('placed')
      if (body.payment.through) await payAtGateway(town, random, answer.value.id)
      return true
    }
    wish = tryOtherwise(random, wish, problemsOf(answer.error))
  }
  return false
}

function drawPayment(random: Random, externalId: string, isThroughGateway: boolean): OrderBody['payment'] {
  const drawn = random.next()
  if (drawn < 0.7 && isThroughGateway) return { method: 'online', through: 'gateway' }
  if (drawn < 0.7) return { method: 'online', state: 'captured', reference: `pay_${externalId}` }
  return { method: drawn < 0.93 ? 'cash' : 'card' }
}

function drawSlot(random: Random): NonNullable<Wish['slot']> {
  const from = instantOf((Math.floor(nowMs() / halfHourMs) + random.whole(10, 48)) * halfHourMs)
  return { from, to: addMinutes(from, 60) }
}

/** What a customer does about what stands in the way: another hour, or another basket. */
function tryOtherwise(random: Random, wish: Wish, problems: Quote['problems']): Wish | null {
  const isOnlySlot = problems.length > 0 && problems.every(({ field }) => field.startsWith('slot'))
  return isOnlySlot ? { ...wish, slot: drawSlot(random) } : amendWish(wish, problems)
}

function problemsOf(error: ApiError | null): Quote['problems'] {
  return (error?.current as Quote | undefined)?.problems ?? []
}

type CartBody = Input<typeof channelContract.cart>['body']

async function fillCart(town: Town, random: Random, wish: Wish, person: Person): Promise<{ id: string; isAbandoned: boolean }> {
  const id = newId<'cart'>()
  await tellCart(town, id, wish, person, { type: 'opened' })
  for (const { itemId, quantity } of wish.lines) await tellCart(town, id, wish, person, { type: 'line-added', line: { itemId, quantity } })
  const isAbandoned = random.chance(0.15)
  if (isAbandoned) await tellCart(town, id, wish, person, { type: 'abandoned' })
  return { id, isAbandoned }
}

async function tellCart(
  town: Town,
  cartId: string,
  { storeId }: Wish,
  { phone }: Person,
  event: Pick<CartBody, 'type' | 'line'>,
): Promise<void> {
  await town.channel.insist(channelContract.cart, { body: { cartId, storeId, customerPhone: phone, ...event } }, newId())
}

/** The beginning of the external ids of one run: no other run has it. */
export function nameRun(seed: string): string {
  return `${seed.replace(/[^\w-]/g, '').slice(0, 20)}-${nowMs().toString(36)}`
}
