import {
  type channelContract,
  distanceKm,
  type Input,
  type OrderDetails,
  type Output,
  type Point,
  plainDetails,
  type Quote,
} from '@larder/contract'
import type { Random } from './random.ts'

export type Shop = Output<typeof channelContract.stores>[number]
export type MenuItem = Output<typeof channelContract.menu>[number]
/** What somebody is about to order, as the product takes it. */
export type Wish = Input<typeof channelContract.quote>['body']

const mostLines = 4
const mostPieces = 20
const flavours = ['Vanilla', 'Chocolate', 'Butterscotch', 'Mango']
const portions = [250, 500, 500, 1000, 1500]
// Less than the area reaches, so that a surveyor's doubt does not spoil an order.
const safeShare = 0.8

/** Takes a few things from a menu; null when nothing is to be had. */
export function drawWish(random: Random, shop: Shop, menu: readonly MenuItem[], home: Wish['address'] | null): Wish | null {
  const available = menu.filter((item) => item.available)
  const wanted = new Set(Array.from({ length: random.whole(1, mostLines) }, () => random.next()))
  const items = new Set([...wanted].flatMap((at) => available[Math.floor(at * available.length)] ?? []))
  if (items.size === 0) return null
  const lines = [...items].map((item) => drawLine(random, item))
  return home ? { storeId: shop.id, orderType: 'delivery', lines, address: home } : { storeId: shop.id, orderType: 'pickup', lines }
}

/** Whether something of it must be ordered for a later hour. */
export function needsNotice({ lines }: Wish, menu: readonly MenuItem[]): boolean {
  return menu.some(({ id, leadHours }) => leadHours > 0 && lines.some(({ itemId }) => itemId === id))
}

function drawLine(random: Random, { id, unit, price, choices }: MenuItem): Wish['lines'][number] {
  const chosen = Object.entries(choices).flatMap(([group, offered]) => (offered.length > 0 ? [[group, random.pick(offered)]] : []))
  const line = chosen.length > 0 ? { itemId: id, choices: Object.fromEntries(chosen) as Record<string, string> } : { itemId: id }
  if (unit !== 'pc') return { ...line, quantity: 1, grams: random.pick(portions) }
  return { ...line, quantity: price.minor < 5000 ? random.whole(1, 4) : random.whole(1, 2) }
}

/** The flavour and the weight of what needs them and offers none to choose; undefined where the lines say it, or nothing needs them. */
export function drawDetails(random: Random, { vertical }: Shop, { lines }: Wish): OrderDetails | undefined {
  const plain = plainDetails[vertical]
  if (!('flavour' in plain) || lines.some(({ choices = {} }) => Object.keys(choices).some((group) => group.toLowerCase() === 'flavour')))
    return undefined
  return { ...plain, flavour: random.pick(flavours), weightGrams: random.pick(portions) }
}

/** A place near the shop, within its reach: between it and the middle of its area, a few streets off. */
export function drawHome(random: Random, { point, area }: Shop): Point {
  const along = random.next()
  const home = {
    lat: point.lat + (area.centre.lat - point.lat) * along + random.between(-0.006, 0.006),
    lng: point.lng + (area.centre.lng - point.lng) * along + random.between(-0.006, 0.006),
  }
  const km = distanceKm(point, home)
  const share = Math.min(1, (area.maxKm * safeShare) / Math.max(km, 0.001))
  return rounded({ lat: point.lat + (home.lat - point.lat) * share, lng: point.lng + (home.lng - point.lng) * share })
}

/** What a customer does about what stands in the way: leaves out what is sold out, takes more where it is too little; null gives up. */
export function amendWish(wish: Wish, problems: Quote['problems']): Wish | null {
  const isHopeless = problems.some(({ field }) => !field.startsWith('lines'))
  if (isHopeless) return null
  const gone = new Set(problems.flatMap(({ field }) => /^lines\.(\d+)\./.exec(field)?.[1] ?? []))
  const isTooLittle = problems.some(({ field }) => field === 'lines')
  const left = wish.lines.filter((_, at) => !gone.has(String(at)))
  const lines = isTooLittle ? left.map(takeMore) : left
  const isChanged = gone.size > 0 || lines.some((line, at) => line.quantity !== left[at]?.quantity || line.grams !== left[at]?.grams)
  return lines.length > 0 && isChanged ? { ...wish, lines } : null
}

function takeMore(line: Wish['lines'][number]): Wish['lines'][number] {
  if (line.grams !== undefined) return { ...line, grams: Math.min(10_000, line.grams * 2) }
  return { ...line, quantity: Math.min(mostPieces, line.quantity * 2) }
}

function rounded({ lat, lng }: Point): Point {
  return { lat: Math.round(lat * 1e6) / 1e6, lng: Math.round(lng * 1e6) / 1e6 }
}
