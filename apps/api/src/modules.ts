import {
  areaContract,
  auditContract,
  categoryTypeContract,
  crateContract,
  cuisineContract,
  customerContract,
  draftContract,
  eventContract,
  fileContract,
  riderContract,
  roleContract,
  savedViewContract,
  settingContract,
  staffContract,
  storeContract,
  storeLocationContract,
} from '@larder/contract'
import { registerJobs } from '#jobs/register-jobs.ts'
import type { App } from '#kit/http/handler.ts'
import { bind } from '#kit/implement.ts'
import { registerApprovals } from '#modules/approval/approval.routes.ts'
import { areas } from '#modules/area/area.service.ts'
import { listHistory } from '#modules/audit-history/history.service.ts'
import { registerBranch } from '#modules/branch/branch.routes.ts'
import { categoryTypes } from '#modules/category-type/category-type.service.ts'
import { registerChannel } from '#modules/channel/channel.routes.ts'
import { crates } from '#modules/crate/crate.service.ts'
import { cuisines } from '#modules/cuisine/cuisine.service.ts'
import { listCustomers, revealCustomer } from '#modules/customer/customer.service.ts'
import { registerDashboard } from '#modules/dashboard/dashboard.routes.ts'
import { drafts } from '#modules/draft/draft.service.ts'
import { listAlerts, listMissed } from '#modules/event/event.service.ts'
import { getPicture, keepPicture } from '#modules/file/file.service.ts'
import { registerOrder } from '#modules/order/order.routes.ts'
import { listRiders } from '#modules/rider/rider-read.service.ts'
import { getRole, listAssignableRoles, listGrantors, listRoles } from '#modules/role/role.service.ts'
import { savedViews } from '#modules/saved-view/saved-view.service.ts'
import { registerSession } from '#modules/session/session.routes.ts'
import { changeSetting, listSettings } from '#modules/setting/setting.service.ts'
import { staffHandlers } from '#modules/staff/staff.access.service.ts'
import { registerStoreJobs } from '#modules/store/store.jobs.ts'
import { stores } from '#modules/store/store.service.ts'
import { storeLocations } from '#modules/store-location/store-location.service.ts'
import { registerTask } from '#modules/task/task.routes.ts'

/** Every module of the product, one line each. */
export const modules: readonly ((app: App) => void)[] = [
  registerApprovals,
  bind(areaContract, areas.handlers),
  bind(auditContract, { history: listHistory }),
  registerBranch,
  bind(categoryTypeContract, categoryTypes.handlers),
  registerChannel,
  bind(crateContract, crates.handlers),
  bind(cuisineContract, cuisines.handlers),
  bind(customerContract, { list: listCustomers, reveal: revealCustomer }),
  registerDashboard,
  bind(draftContract, drafts.handlers),
  bind(eventContract, { missed: listMissed, alerts: listAlerts }),
  bind(fileContract, { create: keepPicture, get: getPicture }),
  registerOrder,
  bind(riderContract, { list: listRiders }),
  bind(roleContract, { list: listRoles, get: getRole, assignable: listAssignableRoles, grantors: listGrantors }),
  bind(savedViewContract, savedViews.handlers),
  registerSession,
  bind(settingContract, { list: listSettings, change: changeSetting, changeTax: changeSetting }),
  bind(staffContract, staffHandlers),
  bind(storeContract, stores.handlers, registerStoreJobs),
  bind(storeLocationContract, storeLocations.handlers),
  registerTask,
  ({ services }) => registerJobs(services),
]

/** Endpoints that anyone may call. The start-up refuses a public endpoint that is not named here. */
export const openDoors: ReadonlySet<string> = new Set(['session.login'])
