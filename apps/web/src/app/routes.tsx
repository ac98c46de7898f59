import { type Page, type PageFacts, page } from './pages.ts'

const orderList = () => import('#features/orders/orders.screen.tsx')
const orderBoard = () => import('#features/orders/order-board.screen.tsx')
const orderDetail = () => import('#features/orders/order-detail.screen.tsx')
const categoryTypes = () => import('#features/settings/category-types.screen.tsx')

const orderView: Pick<PageFacts, 'permission'> = { permission: 'order.view' }
const settingView: Pick<PageFacts, 'permission' | 'group'> = { permission: 'setting.view', group: 'settings' }
const catalogueView: Pick<PageFacts, 'permission' | 'group'> = { permission: 'setting.view', group: 'catalogue' }

/**
 * The one table of paths (specification, section 2). Router, menu, breadcrumbs, page titles, links, command palette and the route tests
 * derive from it. A path is here when its screen is.
 */
export const pages: readonly Page[] = [
  page('/dashboard', () => import('#features/dashboard/dashboard.screen.tsx'), {
    go: 'd',
    title: 'Dashboard',
    permission: 'dashboard.view',
    group: 'live',
    icon: 'dashboard',
  }),

  page('/approvals', () => import('#features/settings/approvals.screen.tsx'), {
    go: 'v',
    title: 'Approvals',
    permission: 'approval.view',
    group: 'live',
    icon: 'checklist',
    list: 'approval',
  }),

  page('/order/view', orderList, { ...orderView, go: 'o', title: 'All orders', group: 'orders', icon: 'receipt', list: 'order' }),
  page('/order/orderDetails/:id', orderDetail, { ...orderView, title: 'Order', record: 'order', under: '/order/view' }),
  page('/order/onlineOrder', () => import('#features/orders/online-orders.screen.tsx'), {
    ...orderView,
    go: 'p',
    title: 'Paid online',
    group: 'orders',
    icon: 'card',
  }),
  page('/order/grocery/pending', orderBoard, { ...orderView, go: 'g', title: 'Grocery board', group: 'live', icon: 'basketBolt' }),
  page('/order/grocery/view', orderList, { ...orderView, title: 'Grocery orders', group: 'orders', icon: 'basket' }),
  page('/order/grocery/groceryPendingOrderDetails/:id', orderDetail, { ...orderView, title: 'Order', under: '/order/grocery/pending' }),
  page('/order/grocery/groceryOrderDetails/:id', orderDetail, { ...orderView, title: 'Order', under: '/order/grocery/view' }),
  page('/order/fruits/pending', orderBoard, { ...orderView, go: 'f', title: 'Fruit board', group: 'live', icon: 'cherry' }),
  page('/order/fruits/view', orderList, { ...orderView, title: 'Fruit orders', group: 'orders', icon: 'apple' }),
  page('/order/fruits/fruitsOrderDetails/:id', orderDetail, { ...orderView, title: 'Order', under: '/order/fruits/view' }),
  page('/order/fruits/fruitsPendingOrderDetails/:id', orderDetail, { ...orderView, title: 'Order', under: '/order/fruits/pending' }),
  page('/order/fish/pending', orderBoard, { ...orderView, go: 'h', title: 'Fish board', group: 'live', icon: 'fishHook' }),
  page('/order/fish/view', orderList, { ...orderView, title: 'Fish orders', group: 'orders', icon: 'fish' }),
  page('/order/fish/fishOrderDetails/:id', orderDetail, { ...orderView, title: 'Order', under: '/order/fish/view' }),
  page('/order/fish/fishPendingOrderDetails/:id', orderDetail, { ...orderView, title: 'Order', under: '/order/fish/pending' }),
  page('/order/cakes/view', orderList, { ...orderView, title: 'Cake orders', group: 'orders', icon: 'cake' }),
  page('/order/cakes/cakeOrderDetails/:id', orderDetail, { ...orderView, title: 'Order', under: '/order/cakes/view' }),

  page('/store/list', () => import('#features/stores/stores.screen.tsx'), {
    go: 's',
    title: 'Stores',
    permission: 'store.view',
    group: 'stores',
    icon: 'shop',
    list: 'store',
  }),
  page('/store/storeProfile/:id', () => import('#features/stores/store-profile.screen.tsx'), {
    title: 'Store',
    permission: 'store.view',
    record: 'store',
    under: '/store/list',
  }),
  page('/store/storeorder/:id', () => import('#features/stores/store-orders.screen.tsx'), {
    ...orderView,
    title: 'Store orders',
    under: '/store/list',
    tab: { of: 'store', key: 'orders' },
  }),

  page('/deliveryBoy/list', () => import('#features/riders/riders.screen.tsx'), {
    go: 'r',
    title: 'Riders',
    permission: 'rider.view',
    group: 'delivery',
    icon: 'motorbike',
    list: 'rider',
  }),

  page('/settings/category-types', categoryTypes, { ...catalogueView, title: 'Restaurant types', icon: 'cutlery' }),
  page('/settings/grocery-category-types', categoryTypes, { ...catalogueView, title: 'Grocery types', icon: 'shoppingBag' }),
  page('/settings/fruits-category-types', categoryTypes, { ...catalogueView, title: 'Fruit types', icon: 'lemon' }),
  page('/settings/fish-category-types', categoryTypes, { ...catalogueView, title: 'Fish types', icon: 'fishBone' }),
  page('/settings/cake-category-types', categoryTypes, { ...catalogueView, title: 'Cake types', icon: 'cakeRoll' }),
  page('/settings/cusins', () => import('#features/settings/cuisines.screen.tsx'), {
    ...catalogueView,
    go: 'u',
    title: 'Cuisines',
    icon: 'groups',
    list: 'cuisine',
  }),
  page('/settings/area', () => import('#features/settings/areas.screen.tsx'), {
    ...settingView,
    go: 'a',
    title: 'Areas',
    icon: 'polygon',
    list: 'area',
  }),
  page('/settings/storeLocation', () => import('#features/settings/store-locations.screen.tsx'), {
    ...settingView,
    title: 'Store locations',
    icon: 'pin',
    list: 'store-location',
  }),
  page('/settings/cratis', () => import('#features/settings/crates.screen.tsx'), {
    ...settingView,
    title: 'Crates',
    icon: 'box',
    list: 'crate',
  }),
  page('/settings/configuration', () => import('#features/settings/configuration.screen.tsx'), {
    ...settingView,
    go: 'c',
    title: 'Configuration',
    icon: 'adjustments',
  }),

  page('/tasks', () => import('#features/tasks/tasks.screen.tsx'), {
    go: 't',
    title: 'My tasks',
    permission: 'signed-in',
    icon: 'progress',
    list: 'task',
  }),
  page('/profile', () => import('#features/profile/profile.screen.tsx'), {
    go: 'm',
    title: 'Profile',
    permission: 'signed-in',
    icon: 'person',
  }),
]
