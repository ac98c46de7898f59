import * as icons from '@tabler/icons-react'
import { inGroup, listPage, ownListPage, type PageFacts, page } from '../pages.ts'

const setting: Pick<PageFacts, 'permission'> = { permission: 'setting.view' }
const own: Pick<PageFacts, 'permission'> = { permission: 'signed-in' }

// biome-ignore format: a page is a line
const settings = [
  ownListPage('/settings/branches', 'branch', 'Branches', icons.IconBuildingSkyscraper, () => import('#features/settings/branches.screen.tsx'), setting),
  listPage('/settings/area', 'area', 'Areas', icons.IconPolygon, () => import('#features/settings/areas.resource.tsx'), { ...setting, go: 'a' }),
  listPage('/settings/storeLocation', 'store-location', 'Store locations', icons.IconMapPin, () => import('#features/settings/store-locations.resource.tsx'), setting),
  listPage('/settings/tax-profiles', 'tax-profile', 'Tax profiles', icons.IconPercentage, () => import('#features/settings/tax-profiles.resource.tsx'), setting),
  listPage('/settings/rider-pay', 'rider-pay-rule', 'Rider pay', icons.IconReportMoney, () => import('#features/riders/rider-pay.resource.tsx'), setting),
  listPage('/settings/cratis', 'crate', 'Crates', icons.IconBox, () => import('#features/settings/crates.resource.tsx'), setting),
  listPage('/settings/crate-movements', 'crate-movement', 'Crate movements', icons.IconTransfer, () => import('#features/settings/crate-movements.resource.tsx')),
  ownListPage('/settings/status', 'order-status', 'Order statuses', icons.IconTrafficLights, () => import('#features/orders/order-statuses.screen.tsx'), setting),
  listPage('/settings/reasons', 'order-reason', 'Reasons', icons.IconListDetails, () => import('#features/orders/order-reasons.resource.tsx'), setting),
  listPage('/settings/machine', 'machine', 'Machines', icons.IconDeviceTablet, () => import('#features/machines/machines.resource.tsx')),
  ownListPage('/settings/channels', 'channel-key', 'Channel keys', icons.IconPlug, () => import('#features/settings/channel-keys.screen.tsx')),
  ownListPage('/settings/setup', 'setup', 'Set up', icons.IconRocket, () => import('#features/settings/setup.screen.tsx'), { permission: 'setting.edit' }),
  ownListPage('/settings/configuration', 'setting', 'Configuration', icons.IconAdjustments, () => import('#features/settings/configuration.screen.tsx'), { go: 'c' }),
  listPage('/settings/mail', 'mail', 'Outgoing mail', icons.IconMail, () => import('#features/mail/mails.resource.tsx')),
]

/** What is set up, and what is one person's own, which is in no group. */
// biome-ignore format: a page is a line
export const settingPages = [
  ...inGroup('settings', settings),
  listPage('/tasks', 'task', 'My tasks', icons.IconProgress, () => import('#features/tasks/tasks.resource.tsx'), { ...own, go: 't' }),
  page('/profile', () => import('#features/profile/profile.screen.tsx'), { ...own, go: 'm', title: 'Profile', icon: icons.IconUser }),
]
