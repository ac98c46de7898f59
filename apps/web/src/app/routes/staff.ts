import { type AccountPage, accountPages } from '@larder/contract'
import * as icons from '@tabler/icons-react'
import { inGroup, ownListPage, type PageFacts, page } from '../pages.ts'

const accountList = () => import('#features/accounts/accounts.screen.tsx')
const oneAccount = () => import('#features/accounts/account.screen.tsx')

const of = (role: AccountPage, icon: icons.Icon): PageFacts => ({ title: accountPages[role], permission: `staff.view:${role}`, icon })
const below = (under: string): PageFacts => ({ permission: 'staff.view', title: 'Account', record: 'staff', under })
const roles: Pick<PageFacts, 'permission'> = { permission: 'role.view' }

/** Who works with the product, what they may do and what they did. */
// biome-ignore format: a page is a line
export const staffPages = inGroup('staff', [
  ownListPage('/accounts/all', 'staff', 'All staff', icons.IconUsers, accountList),
  page('/accounts/all/:id', oneAccount, below('/accounts/all')),
  page('/accounts/branch-partner', accountList, of('branch-partner', icons.IconBuildingCommunity)),
  page('/accounts/branch-partner/:id', oneAccount, below('/accounts/branch-partner')),
  page('/accounts/custumercare-admin', accountList, of('custumercare-admin', icons.IconHeadset)),
  page('/accounts/custumercare-admin/:id', oneAccount, below('/accounts/custumercare-admin')),
  page('/accounts/custumercare-executive', accountList, of('custumercare-executive', icons.IconUsersGroup)),
  page('/accounts/custumercare-executive/:id', oneAccount, below('/accounts/custumercare-executive')),
  page('/accounts/accountant-admin', accountList, of('accountant-admin', icons.IconSum)),
  page('/accounts/accountant-admin/:id', oneAccount, below('/accounts/accountant-admin')),
  page('/accounts/accounts-manager', accountList, of('accounts-manager', icons.IconCoin)),
  page('/accounts/accounts-manager/:id', oneAccount, below('/accounts/accounts-manager')),
  page('/accounts/accounts-executive', accountList, of('accounts-executive', icons.IconTags)),
  page('/accounts/accounts-executive/:id', oneAccount, below('/accounts/accounts-executive')),
  page('/accounts/marketing-admin', accountList, of('marketing-admin', icons.IconSpeakerphone)),
  page('/accounts/marketing-admin/:id', oneAccount, below('/accounts/marketing-admin')),
  page('/accounts/marketing-executive', accountList, of('marketing-executive', icons.IconBroadcast)),
  page('/accounts/marketing-executive/:id', oneAccount, below('/accounts/marketing-executive')),
  page('/accounts/office-staff', accountList, of('office-staff', icons.IconBriefcase)),
  page('/accounts/office-staff/:id', oneAccount, below('/accounts/office-staff')),
  page('/accounts/store-officer', accountList, of('store-officer', icons.IconLayoutKanban)),
  page('/accounts/store-officer/:id', oneAccount, below('/accounts/store-officer')),
  ownListPage('/audit-tails', 'audit-entry', 'Audit trail', icons.IconHistory, () => import('#features/audit/audit-trail.screen.tsx'), { permission: 'audit.view', go: 'e' }),
  ownListPage('/settings/role', 'role', 'Roles', icons.IconShieldLock, () => import('#features/settings/role/roles.screen.tsx'), { go: 'l' }),
  page('/settings/role/:id', () => import('#features/settings/role/role.screen.tsx'), { ...roles, title: 'Role', record: 'role', under: '/settings/role' }),
  page('/settings/permission', () => import('#features/settings/role/permissions.screen.tsx'), { ...roles, title: 'Permissions', icon: icons.IconKey }),
])
