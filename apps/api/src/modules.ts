import { registerJobs } from '#jobs/register-jobs.ts'
import type { App } from '#kit/http/handler.ts'
import { registerArea } from '#modules/area/area.routes.ts'
import { registerAuditHistory } from '#modules/audit-history/history.routes.ts'
import { registerBranch } from '#modules/branch/branch.routes.ts'
import { registerCategoryType } from '#modules/category-type/category-type.routes.ts'
import { registerChannel } from '#modules/channel/channel.routes.ts'
import { registerCrate } from '#modules/crate/crate.routes.ts'
import { registerCuisine } from '#modules/cuisine/cuisine.routes.ts'
import { registerCustomer } from '#modules/customer/customer.routes.ts'
import { registerDashboard } from '#modules/dashboard/dashboard.routes.ts'
import { registerEvent } from '#modules/event/event.routes.ts'
import { registerFile } from '#modules/file/file.routes.ts'
import { registerOrder } from '#modules/order/order.routes.ts'
import { registerRider } from '#modules/rider/rider.routes.ts'
import { registerRole } from '#modules/role/role.routes.ts'
import { registerSavedView } from '#modules/saved-view/saved-view.routes.ts'
import { registerSession } from '#modules/session/session.routes.ts'
import { registerSetting } from '#modules/setting/setting.routes.ts'
import { registerStaff } from '#modules/staff/staff.routes.ts'
import { registerStore } from '#modules/store/store.routes.ts'
import { registerStoreLocation } from '#modules/store-location/store-location.routes.ts'

/** Every module of the product, one line each. */
export const modules: readonly ((app: App) => void)[] = [
  registerArea,
  registerAuditHistory,
  registerBranch,
  registerCategoryType,
  registerChannel,
  registerCrate,
  registerCuisine,
  registerCustomer,
  registerDashboard,
  registerEvent,
  registerFile,
  registerOrder,
  registerRider,
  registerRole,
  registerSavedView,
  registerSession,
  registerSetting,
  registerStaff,
  registerStore,
  registerStoreLocation,
  ({ services }) => registerJobs(services),
]

/** Endpoints that anyone may call. The start-up refuses a public endpoint that is not named here. */
export const openDoors: ReadonlySet<string> = new Set(['session.login'])
