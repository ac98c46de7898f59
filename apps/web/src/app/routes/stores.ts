import * as icons from '@tabler/icons-react'
import { inGroup, listPage, ownListPage, type PageFacts, page, recordPage } from '../pages.ts'

const storeList = () => import('#features/stores/stores.resource.tsx')
const customerList = () => import('#features/customers/customers.resource.tsx')
const riderList = () => import('#features/riders/riders.resource.tsx')
const cartHistory = () => import('#features/customers/cart-history.screen.tsx')
const menuScans = () => import('#features/menu-scan/menu-scans.screen.tsx')
const menuScan = () => import('#features/menu-scan/menu-scan.screen.tsx')
const categoryTypes = () => import('#features/settings/category-types.screen.tsx')

const riderView: Pick<PageFacts, 'permission'> = { permission: 'rider.view' }
const changeSetList = () => import('#features/change-sets/change-sets.resource.tsx')

const settings: Pick<PageFacts, 'permission'> = { permission: 'setting.view' }
const oneStore: PageFacts & { record: string } = { permission: 'store.view', title: 'Store', record: 'store', under: '/store/list' }
const itsMenu: Omit<PageFacts, 'title'> = { permission: 'menu.view', under: '/store/list' }
const scanned: Pick<PageFacts, 'permission'> = { permission: 'change-set.view' }
const itsOrders: PageFacts = { permission: 'order.view', title: 'Store orders', under: '/store/list' }

// biome-ignore format: a page is a line
const stores = [
  listPage('/store/list', 'store', 'Stores', icons.IconBuildingStore, storeList, { go: 's' }),
  page('/store/add', () => import('#features/stores/add-store.screen.tsx'), { permission: 'store.create', title: 'Onboarding', icon: icons.IconBuildingPlus }),
  ownListPage('/store/settings', 'rush-mode', 'Store settings', icons.IconBuildingCog, () => import('#features/settings/store-settings.screen.tsx'), { permission: 'store.view' }),
  listPage('/store/temporary-states', 'temporary-state', 'Temporary states', icons.IconHourglass, () => import('#features/settings/temporary-states.resource.tsx'), { permission: 'store.view' }),
  recordPage('/store/storeProfile/:id', storeList, oneStore),
  recordPage('/store/storeProfile/menu/:id', storeList, { ...itsMenu, title: 'Store menu', tab: { of: 'store', key: 'menu' } }),
  recordPage('/store/storeProfile/category/:id', storeList, { ...itsMenu, title: 'Menu categories', tab: { of: 'store', key: 'categories' } }),
  recordPage('/store/storeProfile/options/:id', storeList, { ...itsMenu, title: 'Store options', tab: { of: 'store', key: 'options' } }),
  recordPage('/store/storeProfile/addons/:id', storeList, { ...itsMenu, title: 'Store add-ons', tab: { of: 'store', key: 'add-ons' } }),
  recordPage('/store/storeProfile/brands/:id', storeList, { ...itsMenu, title: 'Store brands', tab: { of: 'store', key: 'brands' } }),
  page('/store/storeProfile/viewMenu/:storeId/:catID', () => import('#features/menu/menu-view.screen.tsx'), { ...itsMenu, title: 'Menu view', under: '/store/storeProfile/:id' }),
  ownListPage('/store/scanMenu', 'menu-scan', 'Scan a menu', icons.IconScan, menuScans, scanned),
  page('/store/scanMenu/:id', menuScan, { ...scanned, title: 'Scanned menu', record: 'menu-scan', under: '/store/scanMenu' }),
  recordPage('/store/storeorder/:id', storeList, { ...itsOrders, tab: { of: 'store', key: 'orders' } }),
]

const making: Pick<PageFacts, 'permission'> = { permission: 'change-set.create' }
const oneSet: PageFacts & { record: string } = {
  permission: 'change-set.view',
  title: 'Change set',
  record: 'change-set',
  under: '/store/changes',
}

// biome-ignore format: a page is a line
const catalogue = [
  page('/store/menuUpload', () => import('#features/change-sets/menu-upload.screen.tsx'), { ...making, title: 'Menu upload', icon: icons.IconFileUpload }),
  page('/store/bulkupdate', () => import('#features/change-sets/bulk-update.screen.tsx'), { ...making, title: 'Bulk update', icon: icons.IconEditCircle }),
  listPage('/store/changes', 'change-set', 'Change sets', icons.IconGitPullRequest, changeSetList),
  recordPage('/store/changes/:id', changeSetList, oneSet),
  ownListPage('/settings/category-types', 'category-type', 'Restaurant types', icons.IconToolsKitchen2, categoryTypes, settings),
  page('/settings/grocery-category-types', categoryTypes, { ...settings, title: 'Grocery types', icon: icons.IconShoppingBag }),
  page('/settings/fruits-category-types', categoryTypes, { ...settings, title: 'Fruit types', icon: icons.IconLemon }),
  page('/settings/fish-category-types', categoryTypes, { ...settings, title: 'Fish types', icon: icons.IconFishBone }),
  page('/settings/cake-category-types', categoryTypes, { ...settings, title: 'Cake types', icon: icons.IconCandle }),
  listPage('/settings/cusins', 'cuisine', 'Cuisines', icons.IconCategory, () => import('#features/settings/cuisines.resource.tsx'), { ...settings, go: 'u' }),
]

// biome-ignore format: a page is a line
const delivery = [
  listPage('/deliveryBoy/list', 'rider', 'Riders', icons.IconMotorbike, riderList, { go: 'r' }),
  recordPage('/deliveryBoy/list/:id', riderList, { ...riderView, title: 'Rider', record: 'rider', under: '/deliveryBoy/list' }),
  page('/deliveryBoy/add', () => import('#features/riders/rider-add.screen.tsx'), { permission: 'rider.create', title: 'Add rider', icon: icons.IconUserPlus }),
  listPage('/deliveryBoy/shifts', 'rider-shift', 'Rider shifts', icons.IconClockHour4, () => import('#features/riders/rider-shifts.resource.tsx'), riderView),
  listPage('/deliveryBoy/earnings', 'rider-earning', 'Rider earnings', icons.IconCoins, () => import('#features/riders/rider-earnings.resource.tsx'), riderView),
  page('/deliveryBoy/proposals', () => import('#features/riders/proposals.screen.tsx'), { permission: 'delivery.view', title: 'Proposals replayed', icon: icons.IconRouteScan, under: '/deliveryBoy/list' }),
  listPage('/deliveryBoy/incidents', 'rider-incident', 'Rider incidents', icons.IconAlertTriangle, () => import('#features/riders/rider-incidents.resource.tsx'), riderView),
]

// biome-ignore format: a page is a line
const customers = [
  listPage('/customerService/list', 'customer', 'Customers', icons.IconUserHeart, customerList),
  page('/customerService/phoneOrder', () => import('#features/customers/phone-order.screen.tsx'), { title: 'Phone order', permission: 'order.create', icon: icons.IconPhoneCall }),
  listPage('/customerService/segments', 'segment', 'Customer segments', icons.IconChartPie, () => import('#features/customers/segments.resource.tsx')),
  page('/customerService/carthistory/:id/:type', cartHistory, { permission: 'customer.view', title: 'Carts', under: '/customerService/customerorder/:id' }),
  recordPage('/customerService/customerorder/:id', customerList, { permission: 'customer.view', title: 'Customer', record: 'customer', under: '/customerService/list' }),
]

/** Who sells, by what customers find them, who carries and who buys. */
export const storePages = [
  ...inGroup('stores', stores),
  ...inGroup('catalogue', catalogue),
  ...inGroup('delivery', delivery),
  ...inGroup('customers', customers),
]
