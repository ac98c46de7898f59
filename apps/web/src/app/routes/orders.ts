import * as icons from '@tabler/icons-react'
import { inGroup, listPage, ownListPage, type PageFacts, page, recordPage } from '../pages.ts'

const orderList = () => import('#features/orders/orders.screen.tsx')
const onlineOrders = () => import('#features/orders/online-orders.screen.tsx')
const rejectedOrders = () => import('#features/orders/rejected-orders.screen.tsx')
const scheduledOrders = () => import('#features/orders/scheduled-orders.screen.tsx')
const orderBoard = () => import('#features/orders/order-board.screen.tsx')
const orderDetail = () => import('#features/orders/order-detail.screen.tsx')
const branchOrders = () => import('#features/orders/branch/branch.screen.tsx')
const branchDays = () => import('#features/orders/branch/branch-days.resource.tsx')

const orderView: Pick<PageFacts, 'permission'> = { permission: 'order.view' }
const oneOrder = (under: string): PageFacts => ({ ...orderView, title: 'Order', record: 'order', under })
const rejectedOf = (under: string): PageFacts => ({ ...orderView, title: 'Rejected', under })
const handOverScreen = () => import('#features/orders/hand-over/hand-over.screen.tsx')
const handOvers = () => import('#features/orders/hand-over/hand-overs.resource.tsx')

const handOver: Pick<PageFacts, 'permission'> = { permission: 'hand-over.view' }
const branchDay: Pick<PageFacts, 'permission'> = { permission: 'branch-day.view' }
const dashboardView: Pick<PageFacts, 'permission'> = { permission: 'dashboard.view' }

// biome-ignore format: a page is a line
const live = [
  page('/dashboard', () => import('#features/dashboard/dashboard.screen.tsx'), { ...dashboardView, go: 'd', title: 'Dashboard', icon: icons.IconLayoutDashboard }),
  ownListPage('/approvals', 'approval', 'Approvals', icons.IconChecklist, () => import('#features/settings/approvals.screen.tsx'), { go: 'v' }),
  page('/branch/order', branchOrders, { ...orderView, title: 'Branch orders', icon: icons.IconBuildingWarehouse }),
  page('/order/grocery/pending', orderBoard, { ...orderView, go: 'g', title: 'Grocery board', icon: icons.IconBasketBolt }),
  page('/order/fruits/pending', orderBoard, { ...orderView, go: 'f', title: 'Fruit board', icon: icons.IconCherry }),
  page('/order/fish/pending', orderBoard, { ...orderView, go: 'h', title: 'Fish board', icon: icons.IconFishHook }),
  listPage('/order/hand-overs', 'hand-over', 'Shift hand-overs', icons.IconTransferIn, handOvers),
  page('/order/hand-overs/new', handOverScreen, { permission: 'hand-over.operate', title: 'Hand over shift', under: '/order/hand-overs' }),
  recordPage('/order/hand-overs/:id', handOvers, { ...handOver, title: 'Shift hand-over', record: 'hand-over', under: '/order/hand-overs' }),
  page('/order/map', () => import('#features/orders/floor/floor-map.screen.tsx'), { ...orderView, title: 'Live map', icon: icons.IconLocation }),
  page('/order/replay', () => import('#features/orders/floor/replay.screen.tsx'), { ...orderView, title: 'Floor replay', icon: icons.IconPlayerTrackPrev }),
]

// biome-ignore format: a page is a line
const orders = [
  ownListPage('/order/view', 'order', 'All orders', icons.IconReceipt, orderList, { go: 'o' }),
  page('/order/orderDetails/:id', orderDetail, oneOrder('/order/view')),
  ownListPage('/order/onlineOrder', 'payment', 'Paid online', icons.IconCreditCard, onlineOrders, { ...orderView, go: 'p' }),
  ownListPage('/order/rejected', 'rejected-order', 'Rejected', icons.IconBan, rejectedOrders, { ...orderView, go: 'x' }),
  page('/order/grocery/rejected', rejectedOrders, rejectedOf('/order/grocery/view')),
  page('/order/fruitsRejectList', rejectedOrders, rejectedOf('/order/fruits/view')),
  page('/order/fishRejectedList', rejectedOrders, rejectedOf('/order/fish/view')),
  page('/order/cakesRejectedList', rejectedOrders, rejectedOf('/order/cakes/view')),
  ownListPage('/order/scheduled', 'scheduled-order', 'Scheduled', icons.IconCalendarTime, scheduledOrders, orderView),
  page('/order/scheduled-grocery', scheduledOrders, { ...orderView, title: 'Scheduled', under: '/order/grocery/view' }),
  page('/order/deliverymap/:id/:type', () => import('#features/orders/delivery-map.screen.tsx'), { permission: 'delivery.view', title: 'Map', under: '/order/orderDetails/:id' }),
  ownListPage('/order/review', 'review', 'Reviews', icons.IconStar, () => import('#features/reviews/reviews.screen.tsx'), { permission: 'ticket.view' }),
  page('/order/grocery/view', orderList, { ...orderView, title: 'Grocery orders', icon: icons.IconBasket }),
  page('/order/grocery/groceryPendingOrderDetails/:id', orderDetail, oneOrder('/order/grocery/pending')),
  page('/order/grocery/groceryOrderDetails/:id', orderDetail, oneOrder('/order/grocery/view')),
  page('/order/fruits/view', orderList, { ...orderView, title: 'Fruit orders', icon: icons.IconApple }),
  page('/order/fruits/fruitsOrderDetails/:id', orderDetail, oneOrder('/order/fruits/view')),
  page('/order/fruits/fruitsPendingOrderDetails/:id', orderDetail, oneOrder('/order/fruits/pending')),
  page('/order/fish/view', orderList, { ...orderView, title: 'Fish orders', icon: icons.IconFish }),
  page('/order/fish/fishOrderDetails/:id', orderDetail, oneOrder('/order/fish/view')),
  page('/order/fish/fishPendingOrderDetails/:id', orderDetail, oneOrder('/order/fish/pending')),
  page('/order/cakes/view', orderList, { ...orderView, title: 'Cake orders', icon: icons.IconCake }),
  page('/order/cakes/cakeOrderDetails/:id', orderDetail, oneOrder('/order/cakes/view')),
  page('/branch/order/orders/:id', orderDetail, oneOrder('/branch/order')),
  recordPage('/branch/order/days/:id', branchDays, { ...branchDay, title: 'Closed day', record: 'branch-day', under: '/branch/order' }),
]

/** What is watched now, and orders looked up. */
export const orderPages = [...inGroup('live', live), ...inGroup('orders', orders)]
