import { randomUUID } from 'node:crypto'
import type { ChannelOrder, ChannelOrderEvent, NewOrder, Vertical } from '@larder/contract'
import type { Product } from './product.ts'

type Store = {
  id: string
  name: string
  vertical: Vertical
  branchId: string
  isOpenNow: boolean
  attended: boolean
  area: { centre: { lat: number; lng: number } }
}
type MenuItem = { id: string; name: string; unit: 'pc' | 'kg' | 'g'; available: boolean }
export type PlacedOrder = ChannelOrder & { storeName: string }

export interface Shopper {
  /** Orders something of a vertical from an open store; cash on delivery unless said otherwise. */
  place: (wish: { vertical: Vertical; storeId?: string; method?: 'cash' | 'online'; name?: string }) => Promise<PlacedOrder>
  /** The store's, rider's or customer's app acts on an order. */
  act: (orderId: string, event: ChannelOrderEvent) => Promise<ChannelOrder>
  riders: () => Promise<{ id: string; name: string; branchId: string; shiftState: string }[]>
}

/** A customer's app in a few lines, through the channel door alone. */
export async function shopperOf(product: Product): Promise<Shopper> {
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`${product.address}/api/channel${path}`, {
      method,
      headers: {
        'x-api-key': product.channelKey,
        'content-type': 'application/json',
        ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answered = (await answer.json()) as T & { error?: { message: string } }
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answered.error)}`)
    return answered
  }
  const stores = await call<Store[]>('GET', '/stores')

  async function place({
    vertical,
    storeId,
    method = 'cash',
    name = 'Meera Thomas',
  }: Parameters<Shopper['place']>[0]): Promise<PlacedOrder> {
    const open = stores.filter((store) => store.vertical === vertical && store.isOpenNow && (!storeId || store.id === storeId))
    const store = open.find((candidate) => !candidate.attended) ?? open[0]
    if (!store) throw new Error(`no ${vertical} store is open`)
    const menu = await call<MenuItem[]>('GET', `/stores/${store.id}/menu`)
    const items = menu.filter((item) => item.available).slice(0, 3)
    const order: NewOrder = {
      externalId: `journey-${randomUUID()}`,
      storeId: store.id,
      orderType: 'delivery',
      customer: { name, phone: '+919847012345' },
      lines: items.map((item) => ({ itemId: item.id, quantity: 2, ...(item.unit === 'pc' ? {} : { grams: 1000 }) })),
      address: {
        line1: '12 Marine Drive',
        line2: null,
        locality: 'Ernakulam',
        postalCode: '682031',
        point: store.area.centre,
        instructions: null,
      },
      payment: method === 'cash' ? { method } : { method, state: 'captured', reference: `pay_${randomUUID().slice(0, 8)}` },
    }
    const placed = await call<ChannelOrder>('POST', '/orders', order)
    return { ...placed, storeName: store.name }
  }

  return {
    place,
    act: (orderId, event) => call('POST', `/orders/${orderId}/events`, event),
    riders: () => call('GET', '/riders'),
  }
}
