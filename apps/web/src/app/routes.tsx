import { type AccountPage, accountPages } from '@larder/contract'
import {
  type Icon,
  IconAdjustments,
  IconApple,
  IconBan,
  IconBasket,
  IconBasketBolt,
  IconBox,
  IconBriefcase,
  IconBroadcast,
  IconBuildingCommunity,
  IconBuildingSkyscraper,
  IconBuildingStore,
  IconCake,
  IconCandle,
  IconCash,
  IconCategory,
  IconChecklist,
  IconCherry,
  IconCoin,
  IconCreditCard,
  IconDeviceTablet,
  IconFish,
  IconFishBone,
  IconFishHook,
  IconHeadset,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconLayoutKanban,
  IconLemon,
  IconListDetails,
  IconMail,
  IconMapPin,
  IconMotorbike,
  IconNotebook,
  IconPercentage,
  IconPlug,
  IconPolygon,
  IconProgress,
  IconReceipt,
  IconRocket,
  IconScale,
  IconShieldLock,
  IconShoppingBag,
  IconSpeakerphone,
  IconSum,
  IconTags,
  IconToolsKitchen2,
  IconTrafficLights,
  IconTransfer,
  IconUser,
  IconUsers,
  IconUsersGroup,
  IconWallet,
} from '@tabler/icons-react'
import { listPage, type Page, type PageFacts, page, recordPage } from './pages.ts'

const orderList = () => import('#features/orders/orders.screen.tsx')
const onlineOrders = () => import('#features/orders/online-orders.screen.tsx')
const rejectedOrders = () => import('#features/orders/rejected-orders.screen.tsx')
const orderBoard = () => import('#features/orders/order-board.screen.tsx')
const orderDetail = () => import('#features/orders/order-detail.screen.tsx')
const accountList = () => import('#features/accounts/accounts.screen.tsx')
const oneAccount = () => import('#features/accounts/account.screen.tsx')
const cashHolders = () => import('#features/cash/cash-holders.resource.tsx')
const cashDeposits = () => import('#features/cash/cash-deposits.resource.tsx')
const categoryTypes = () => import('#features/settings/category-types.screen.tsx')

const orderView: Pick<PageFacts, 'permission'> = { permission: 'order.view' }
const oneOrder: Pick<PageFacts, 'permission' | 'title' | 'record'> = { ...orderView, title: 'Order', record: 'order' }
const ordersView: Pick<PageFacts, 'permission' | 'group'> = { ...orderView, group: 'orders' }
const rejectedOf = (under: string): PageFacts => ({ ...orderView, title: 'Rejected', under })
const below = (under: string): PageFacts => ({ ...accountView, under })
const accountsOf = (role: AccountPage, icon: Icon): PageFacts => ({
  title: accountPages[role],
  permission: `staff.view:${role}`,
  group: 'staff',
  icon,
})
const accountView: Pick<PageFacts, 'permission' | 'title' | 'record'> = { permission: 'staff.view', title: 'Account', record: 'staff' }
const financeView: Pick<PageFacts, 'permission' | 'group'> = { permission: 'finance.view', group: 'money' }
const oneCash: Pick<PageFacts, 'permission'> = { permission: 'cash.view' }
const aDeposit = { title: 'Cash deposit', record: 'cash-deposit' }
const cashView: Pick<PageFacts, 'permission' | 'group'> = { ...oneCash, group: 'money' }
const roleView: Pick<PageFacts, 'permission'> = { permission: 'role.view' }
const own: Pick<PageFacts, 'permission'> = { permission: 'signed-in' }
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
    icon: IconLayoutDashboard,
  }),

  listPage('/approvals', () => import('#features/settings/approvals.resource.tsx'), {
    go: 'v',
    title: 'Approvals',
    permission: 'approval.view',
    group: 'live',
    icon: IconChecklist,
    list: 'approval',
  }),

  page('/order/view', orderList, { ...orderView, go: 'o', title: 'All orders', group: 'orders', icon: IconReceipt, list: 'order' }),
  page('/order/orderDetails/:id', orderDetail, { ...oneOrder, under: '/order/view' }),
  page('/order/onlineOrder', onlineOrders, { ...ordersView, go: 'p', title: 'Paid online', icon: IconCreditCard, list: 'payment' }),
  page('/order/rejected', rejectedOrders, { ...ordersView, go: 'x', title: 'Rejected', icon: IconBan, list: 'rejected-order' }),
  page('/order/grocery/rejected', rejectedOrders, rejectedOf('/order/grocery/view')),
  page('/order/fruitsRejectList', rejectedOrders, rejectedOf('/order/fruits/view')),
  page('/order/fishRejectedList', rejectedOrders, rejectedOf('/order/fish/view')),
  page('/order/cakesRejectedList', rejectedOrders, rejectedOf('/order/cakes/view')),
  page('/order/grocery/pending', orderBoard, { ...orderView, go: 'g', title: 'Grocery board', group: 'live', icon: IconBasketBolt }),
  page('/order/grocery/view', orderList, { ...orderView, title: 'Grocery orders', group: 'orders', icon: IconBasket }),
  page('/order/grocery/groceryPendingOrderDetails/:id', orderDetail, { ...oneOrder, under: '/order/grocery/pending' }),
  page('/order/grocery/groceryOrderDetails/:id', orderDetail, { ...oneOrder, under: '/order/grocery/view' }),
  page('/order/fruits/pending', orderBoard, { ...orderView, go: 'f', title: 'Fruit board', group: 'live', icon: IconCherry }),
  page('/order/fruits/view', orderList, { ...orderView, title: 'Fruit orders', group: 'orders', icon: IconApple }),
  page('/order/fruits/fruitsOrderDetails/:id', orderDetail, { ...oneOrder, under: '/order/fruits/view' }),
  page('/order/fruits/fruitsPendingOrderDetails/:id', orderDetail, { ...oneOrder, under: '/order/fruits/pending' }),
  page('/order/fish/pending', orderBoard, { ...orderView, go: 'h', title: 'Fish board', group: 'live', icon: IconFishHook }),
  page('/order/fish/view', orderList, { ...orderView, title: 'Fish orders', group: 'orders', icon: IconFish }),
  page('/order/fish/fishOrderDetails/:id', orderDetail, { ...oneOrder, under: '/order/fish/view' }),
  page('/order/fish/fishPendingOrderDetails/:id', orderDetail, { ...oneOrder, under: '/order/fish/pending' }),
  page('/order/cakes/view', orderList, { ...orderView, title: 'Cake orders', group: 'orders', icon: IconCake }),
  page('/order/cakes/cakeOrderDetails/:id', orderDetail, { ...oneOrder, under: '/order/cakes/view' }),

  listPage('/store/list', () => import('#features/stores/stores.resource.tsx'), {
    go: 's',
    title: 'Stores',
    permission: 'store.view',
    group: 'stores',
    icon: IconBuildingStore,
    list: 'store',
  }),
  recordPage('/store/storeProfile/:id', () => import('#features/stores/stores.resource.tsx'), {
    title: 'Store',
    permission: 'store.view',
    record: 'store',
    under: '/store/list',
  }),
  recordPage('/store/storeorder/:id', () => import('#features/stores/stores.resource.tsx'), {
    ...orderView,
    title: 'Store orders',
    under: '/store/list',
    tab: { of: 'store', key: 'orders' },
  }),

  listPage('/deliveryBoy/list', () => import('#features/riders/riders.resource.tsx'), {
    go: 'r',
    title: 'Riders',
    permission: 'rider.view',
    group: 'delivery',
    icon: IconMotorbike,
    list: 'rider',
  }),

  page('/money/trial-balance', () => import('#features/ledger/trial-balance.screen.tsx'), {
    ...financeView,
    go: 'b',
    title: 'Trial balance',
    icon: IconScale,
    list: 'ledger-account',
  }),
  listPage('/money/journal', () => import('#features/ledger/journal.resource.tsx'), {
    ...financeView,
    go: 'j',
    title: 'Journal',
    icon: IconNotebook,
    list: 'ledger-entry',
  }),
  listPage('/money/cash', cashHolders, { ...cashView, title: 'Cash to deposit', icon: IconCash, list: 'cash-holder' }),
  recordPage('/money/cash/:id', cashHolders, { ...oneCash, title: 'Cash', record: 'cash-holder', under: '/money/cash' }),
  listPage('/money/cash-deposits', cashDeposits, { ...cashView, title: 'Cash deposits', icon: IconWallet, list: 'cash-deposit' }),
  recordPage('/money/cash-deposits/:id', cashDeposits, { ...oneCash, ...aDeposit, under: '/money/cash-deposits' }),

  page('/accounts/all', accountList, { permission: 'staff.view', title: 'All staff', group: 'staff', icon: IconUsers, list: 'staff' }),
  page('/accounts/all/:id', oneAccount, below('/accounts/all')),
  page('/accounts/branch-partner', accountList, accountsOf('branch-partner', IconBuildingCommunity)),
  page('/accounts/branch-partner/:id', oneAccount, below('/accounts/branch-partner')),
  page('/accounts/custumercare-admin', accountList, accountsOf('custumercare-admin', IconHeadset)),
  page('/accounts/custumercare-admin/:id', oneAccount, below('/accounts/custumercare-admin')),
  page('/accounts/custumercare-executive', accountList, accountsOf('custumercare-executive', IconUsersGroup)),
  page('/accounts/custumercare-executive/:id', oneAccount, below('/accounts/custumercare-executive')),
  page('/accounts/accountant-admin', accountList, accountsOf('accountant-admin', IconSum)),
  page('/accounts/accountant-admin/:id', oneAccount, below('/accounts/accountant-admin')),
  page('/accounts/accounts-manager', accountList, accountsOf('accounts-manager', IconCoin)),
  page('/accounts/accounts-manager/:id', oneAccount, below('/accounts/accounts-manager')),
  page('/accounts/accounts-executive', accountList, accountsOf('accounts-executive', IconTags)),
  page('/accounts/accounts-executive/:id', oneAccount, below('/accounts/accounts-executive')),
  page('/accounts/marketing-admin', accountList, accountsOf('marketing-admin', IconSpeakerphone)),
  page('/accounts/marketing-admin/:id', oneAccount, below('/accounts/marketing-admin')),
  page('/accounts/marketing-executive', accountList, accountsOf('marketing-executive', IconBroadcast)),
  page('/accounts/marketing-executive/:id', oneAccount, below('/accounts/marketing-executive')),
  page('/accounts/office-staff', accountList, accountsOf('office-staff', IconBriefcase)),
  page('/accounts/office-staff/:id', oneAccount, below('/accounts/office-staff')),
  page('/accounts/store-officer', accountList, accountsOf('store-officer', IconLayoutKanban)),
  page('/accounts/store-officer/:id', oneAccount, below('/accounts/store-officer')),
  page('/audit-tails', () => import('#features/audit/audit-trail.screen.tsx'), {
    go: 'e',
    title: 'Audit trail',
    permission: 'audit.view',
    group: 'staff',
    icon: IconHistory,
    list: 'audit-entry',
  }),

  page('/settings/category-types', categoryTypes, {
    ...catalogueView,
    title: 'Restaurant types',
    icon: IconToolsKitchen2,
    list: 'category-type',
  }),
  page('/settings/grocery-category-types', categoryTypes, { ...catalogueView, title: 'Grocery types', icon: IconShoppingBag }),
  page('/settings/fruits-category-types', categoryTypes, { ...catalogueView, title: 'Fruit types', icon: IconLemon }),
  page('/settings/fish-category-types', categoryTypes, { ...catalogueView, title: 'Fish types', icon: IconFishBone }),
  page('/settings/cake-category-types', categoryTypes, { ...catalogueView, title: 'Cake types', icon: IconCandle }),
  listPage('/settings/cusins', () => import('#features/settings/cuisines.resource.tsx'), {
    ...catalogueView,
    go: 'u',
    title: 'Cuisines',
    icon: IconCategory,
    list: 'cuisine',
  }),
  page('/settings/branches', () => import('#features/settings/branches.screen.tsx'), {
    ...settingView,
    title: 'Branches',
    icon: IconBuildingSkyscraper,
    list: 'branch',
  }),
  listPage('/settings/area', () => import('#features/settings/areas.resource.tsx'), {
    ...settingView,
    go: 'a',
    title: 'Areas',
    icon: IconPolygon,
    list: 'area',
  }),
  listPage('/settings/storeLocation', () => import('#features/settings/store-locations.resource.tsx'), {
    ...settingView,
    title: 'Store locations',
    icon: IconMapPin,
    list: 'store-location',
  }),
  listPage('/settings/tax-profiles', () => import('#features/settings/tax-profiles.resource.tsx'), {
    ...settingView,
    title: 'Tax profiles',
    icon: IconPercentage,
    list: 'tax-profile',
  }),
  listPage('/settings/cratis', () => import('#features/settings/crates.resource.tsx'), {
    ...settingView,
    title: 'Crates',
    icon: IconBox,
    list: 'crate',
  }),
  listPage('/settings/crate-movements', () => import('#features/settings/crate-movements.resource.tsx'), {
    ...settingView,
    permission: 'crate-movement.view',
    title: 'Crate movements',
    icon: IconTransfer,
    list: 'crate-movement',
  }),
  page('/settings/status', () => import('#features/orders/order-statuses.screen.tsx'), {
    ...settingView,
    title: 'Order statuses',
    icon: IconTrafficLights,
    list: 'order-status',
  }),
  listPage('/settings/reasons', () => import('#features/orders/order-reasons.resource.tsx'), {
    ...settingView,
    title: 'Reasons',
    icon: IconListDetails,
    list: 'order-reason',
  }),
  page('/settings/role', () => import('#features/settings/role/roles.screen.tsx'), {
    ...roleView,
    go: 'l',
    title: 'Roles',
    group: 'staff',
    icon: IconShieldLock,
    list: 'role',
  }),
  page('/settings/role/:id', () => import('#features/settings/role/role.screen.tsx'), {
    ...roleView,
    title: 'Role',
    record: 'role',
    under: '/settings/role',
  }),
  page('/settings/permission', () => import('#features/settings/role/permissions.screen.tsx'), {
    ...roleView,
    title: 'Permissions',
    group: 'staff',
    icon: IconKey,
  }),
  listPage('/settings/machine', () => import('#features/machines/machines.resource.tsx'), {
    ...settingView,
    permission: 'machine.view',
    title: 'Machines',
    icon: IconDeviceTablet,
    list: 'machine',
  }),
  page('/settings/channels', () => import('#features/settings/channel-keys.screen.tsx'), {
    ...settingView,
    permission: 'channel-key.view',
    title: 'Channel keys',
    icon: IconPlug,
    list: 'channel-key',
  }),
  page('/settings/setup', () => import('#features/settings/setup.screen.tsx'), {
    ...settingView,
    permission: 'setting.edit',
    title: 'Set up',
    icon: IconRocket,
    list: 'setup',
  }),
  page('/settings/configuration', () => import('#features/settings/configuration.screen.tsx'), {
    ...settingView,
    go: 'c',
    title: 'Configuration',
    icon: IconAdjustments,
    list: 'setting',
  }),

  listPage('/settings/mail', () => import('#features/mail/mails.resource.tsx'), {
    title: 'Outgoing mail',
    permission: 'mail.view',
    group: 'settings',
    icon: IconMail,
    list: 'mail',
  }),

  listPage('/tasks', () => import('#features/tasks/tasks.resource.tsx'), {
    ...own,
    go: 't',
    title: 'My tasks',
    icon: IconProgress,
    list: 'task',
  }),
  page('/profile', () => import('#features/profile/profile.screen.tsx'), { ...own, go: 'm', title: 'Profile', icon: IconUser }),
]
