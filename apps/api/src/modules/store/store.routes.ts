import { storeContract } from '@larder/contract'
import type { App } from '#kit/http/handler.ts'
import { implement } from '#kit/implement.ts'
import { registerStoreJobs } from './store.jobs.ts'
import { getStore, listStores, updateStore } from './store.service.ts'
import { setOpenMode } from './store-mode.service.ts'
import { reinstateStore, suspendStore } from './store-status.service.ts'

export function registerStore(app: App): void {
  implement(app, storeContract, {
    list: listStores,
    get: getStore,
    update: updateStore,
    setOpenMode,
    suspend: suspendStore,
    reinstate: reinstateStore,
  })
  registerStoreJobs(app.services.jobs)
}
