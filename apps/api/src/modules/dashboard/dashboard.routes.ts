import { dashboardContract } from '@larder/contract'
import type { App } from '#kit/http/handler.ts'
import { implement } from '#kit/implement.ts'
import { listAtRisk } from './at-risk.service.ts'
import { getDashboard } from './dashboard.service.ts'

export function registerDashboard(app: App): void {
  implement(app, dashboardContract, { get: getDashboard, atRisk: listAtRisk })
}
