import { registerJobs } from '#jobs/register-jobs.ts'
import type { App } from '#kit/handler.ts'
import { registerBranch } from '#modules/branch/branch.routes.ts'
import { registerEvent } from '#modules/event/event.routes.ts'
import { registerRole } from '#modules/role/role.routes.ts'
import { registerSavedView } from '#modules/saved-view/saved-view.routes.ts'
import { registerSession } from '#modules/session/session.routes.ts'
import { registerSetting } from '#modules/setting/setting.routes.ts'
import { registerStaff } from '#modules/staff/staff.routes.ts'

/** Every module of the product, one line each. */
export const modules: readonly ((app: App) => void)[] = [
  registerBranch,
  registerEvent,
  registerRole,
  registerSavedView,
  registerSession,
  registerSetting,
  registerStaff,
  ({ services }) => registerJobs(services),
]

/** Endpoints that anyone may call. The start-up refuses a public endpoint that is not named here. */
export const openDoors: ReadonlySet<string> = new Set(['session.login'])
