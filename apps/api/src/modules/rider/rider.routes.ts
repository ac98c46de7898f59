import { riderContract } from '@larder/contract'
import type { App } from '#kit/http/handler.ts'
import { implement } from '#kit/implement.ts'
import { listRiders } from './rider-read.service.ts'

export function registerRider(app: App): void {
  implement(app, riderContract, { list: listRiders })
}
