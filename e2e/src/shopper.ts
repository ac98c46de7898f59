import { randomUUID } from 'node:crypto'
import { type ChannelOrder, type ChannelOrderEvent, channelContract, type Instant, type Output, type Vertical } from '@larder/contract'
import { callerOf } from './caller.ts'
import type { Product } from './product.ts'

export type PlacedOrder = ChannelOrder & { storeId: string; storeName: string }

type Store = Output<typeof channelContract.stores>[number]

interface Wish {
  vertical: Vertical
  storeId?: string
  /** `gateway`: online, through the gateway. */
  method?: 'cash' | 'online' | 'gateway'
  name?: string
  phone?: string
  /** Delivered unless said otherwise. */
  orderType?: 'pickup'
  note?: string
  /** As soon as possible unless said otherwise. */
  slot?: { from: Instant; to: Instant }
  /** What its items cost at least, in minor units: whatever is open at this hour may be cheap. */
  worth?: number
}

export interface Shopper {
  /** Orders something of a vertical from an open store; cash on delivery unless said otherwise. */
  place: (wish: Wish) => Promise<PlacedOrder>
  /** The store's, rider's or customer's app acts on an order. */
  act: (orderId: string, event: ChannelOrderEvent) => Promise<ChannelOrder>
}

/** A customer's app in a few lines, through the channel door alone. */
export function shopperOf(product: Pick<Product, 'address' | 'channelKey'>): Shopper {
  const call = callerOf(product.address, product.channelKey)

  async function place({ vertical, storeId, ...wish }: Wish): Promise<PlacedOrder> {
    const stores = await call(channelContract.stores, {})
    const open = stores.filter((store) => store.vertical === vertical && store.isOpenNow && (!storeId || store.id === storeId))
    // Stores without a store app first: there staff decide. A store that is full for now sends the customer to the next.
    const machines = await call(channelContract.machines, {})
    const attended = new Set(machines.filter(({ kind }) => kind === 'tablet' || kind === 'till').map(({ storeId: at }) => at))
    const candidates = open.sort((a, b) => Number(attended.has(a.id)) - Number(attended.has(b.id)))
    for (const store of candidates) {
      const placed = await orderFrom(store, wish).catch((error: Error) => {
        if (!error.message.includes('is at capacity')) throw error
        return null
      })
      if (placed) return { ...placed, storeId: store.id, storeName: store.name }
    }
    throw new Error(`no ${vertical} store is open and free`)
  }

  async function orderFrom(store: Store, wish: Omit<Wish, 'vertical' | 'storeId'>): Promise<ChannelOrder> {
    const { method = 'cash', name = 'Meera Thomas', phone = '+919847012345', orderType = 'delivery', note, slot, worth = 0 } = wish
    const menu = await call(channelContract.menu, { params: { id: store.id } })
    const offered = menu.filter((item) => item.available)
    // One of them with nothing to be chosen, wherever the menu has it: whoever orders it again has no more to say.
    const plain = offered.find(({ choices }) => Object.keys(choices).length === 0)
    const first = offered.slice(0, 3)
    const items = plain && !first.includes(plain) ? [...first.slice(0, 2), plain] : first
    const quantity = Math.max(2, Math.ceil(worth / items.reduce((sum, { price }) => sum + price.minor, 0)))
    return call(channelContract.placeOrder, {
      body: {
        externalId: `journey-${randomUUID()}`,
        storeId: store.id,
        orderType,
        ...(note && { note }),
        ...(slot && { slot }),
        customer: { name, phone },
        lines: items.map((item) => ({
          itemId: item.id,
          quantity,
          ...(item.unit === 'pc' ? {} : { grams: 1000 }),
          choices: Object.fromEntries(Object.entries(item.choices).flatMap(([group, [first]]) => (first ? [[group, first]] : []))),
        })),
        ...(orderType === 'delivery' && {
          address: {
            line1: '12 Marine Drive',
            line2: null,
            locality: 'Ernakulam',
            postalCode: '682031',
            point: store.area.centre,
            instructions: null,
          },
        }),
        payment: paymentBy(method),
      },
    })
  }

  return { place, act: (id, body) => call(channelContract.orderEvent, { params: { id }, body }) }
}

function paymentBy(method: NonNullable<Wish['method']>) {
  if (method === 'gateway') return { method: 'online', through: 'gateway' } as const
  return method === 'cash' ? { method } : ({ method, state: 'captured', reference: `pay_${randomUUID().slice(0, 8)}` } as const)
}
