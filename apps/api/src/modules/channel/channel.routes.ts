import { channelContract } from '@larder/contract'
import type { App } from '#kit/http/handler.ts'
import { implement } from '#kit/implement.ts'
import { listEndings, takeOrderEvent } from '#modules/order/act/channel-event.service.ts'
import { placeOrder, quoteBasket } from '#modules/order/place/place.service.ts'
import { getChannelOrder, listActiveOrders, listStatusWords } from '#modules/order/read/channel.service.ts'
import { readFeed } from '#modules/order/read/feed.service.ts'
import { takeCartEvent } from './cart.ts'
import { listLiveStores, listRiders } from './catalogue.ts'
import { registerDevice } from './device.ts'
import { listMachines, pairMachine, takeHeartbeat } from './machine.ts'
import { readMenu } from './menu.ts'
import { readMenuChanges } from './menu-changes.ts'
import { syncMenu } from './menu-sync.ts'
import { setOpenMode } from './open-mode.ts'
import { takeFeedback, takeReview } from './opinion.ts'
import { takePosition } from './position.ts'
import { listRiderMessages, readRiderMessages } from './rider-message.ts'

/** The door for outside programs: customer, store and rider apps, tills. */
export function registerChannel(app: App): void {
  implement(app, channelContract, {
    stores: listLiveStores,
    menu: readMenu,
    menuChanges: readMenuChanges,
    syncMenu,
    setOpenMode,
    riders: listRiders,
    activeOrders: listActiveOrders,
    changes: readFeed,
    quote: (ctx, { body }) => quoteBasket(ctx, body),
    placeOrder: (ctx, { body }) => placeOrder(ctx, body),
    getOrder: (ctx, { params }) => getChannelOrder(ctx, params.id),
    reasons: listEndings,
    statuses: listStatusWords,
    orderEvent: takeOrderEvent,
    positions: takePosition,
    riderMessages: listRiderMessages,
    readRiderMessages,
    cart: takeCartEvent,
    device: registerDevice,
    review: takeReview,
    feedback: takeFeedback,
    machines: listMachines,
    pair: pairMachine,
    heartbeat: takeHeartbeat,
  })
}
