import type { Jobs } from '#kit/context.ts'
import { noteLastOrders } from './store-last-order.service.ts'
import { endOpenModes } from './store-mode.service.ts'

export function registerStoreJobs(jobs: Jobs): void {
  jobs.register('end-open-modes', { everySeconds: 5 }, async (ctx) => void (await endOpenModes(ctx)))
  jobs.register('note-last-orders', { everySeconds: 60 }, noteLastOrders)
}
