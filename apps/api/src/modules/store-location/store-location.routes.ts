import { storeLocationContract } from '@larder/contract'
import type { App } from '#kit/http/handler.ts'
import { implement } from '#kit/implement.ts'
import { storeLocations } from './store-location.service.ts'

export function registerStoreLocation(app: App): void {
  implement(app, storeLocationContract, storeLocations)
}
