import type { Contract } from './endpoint.ts'
import { approvalContract } from './resources/approval.ts'
import { areaContract } from './resources/area.ts'
import { auditContract } from './resources/audit.ts'
import { branchContract } from './resources/branch.ts'
import { categoryTypeContract } from './resources/category-type.ts'
import { channelContract } from './resources/channel.ts'
import { crateContract } from './resources/crate.ts'
import { cuisineContract } from './resources/cuisine.ts'
import { customerContract } from './resources/customer.ts'
import { dashboardContract } from './resources/dashboard.ts'
import { draftContract } from './resources/draft.ts'
import { eventContract } from './resources/event.ts'
import { fileContract } from './resources/file.ts'
import { orderContract } from './resources/order.ts'
import { riderContract } from './resources/rider.ts'
import { roleContract } from './resources/role.ts'
import { savedViewContract } from './resources/saved-view.ts'
import { sessionContract } from './resources/session.ts'
import { settingContract } from './resources/setting.ts'
import { staffContract } from './resources/staff.ts'
import { storeContract } from './resources/store.ts'
import { storeLocationContract } from './resources/store-location.ts'
import { systemContract } from './resources/system.ts'
import { taskContract } from './resources/task.ts'

/** Every contract of the product: the API implements exactly these, tests enumerate them. */
export const allContracts = {
  approval: approvalContract,
  area: areaContract,
  audit: auditContract,
  branch: branchContract,
  categoryType: categoryTypeContract,
  channel: channelContract,
  crate: crateContract,
  cuisine: cuisineContract,
  customer: customerContract,
  dashboard: dashboardContract,
  draft: draftContract,
  event: eventContract,
  file: fileContract,
  order: orderContract,
  rider: riderContract,
  role: roleContract,
  savedView: savedViewContract,
  session: sessionContract,
  setting: settingContract,
  staff: staffContract,
  store: storeContract,
  storeLocation: storeLocationContract,
  system: systemContract,
  task: taskContract,
} as const satisfies Record<string, Contract>
