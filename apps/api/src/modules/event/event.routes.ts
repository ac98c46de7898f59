import { eventContract } from '@larder/contract'
import type { App } from '#kit/http/handler.ts'
import { implement } from '#kit/implement.ts'
import { listMissed } from './event.service.ts'

export function registerEvent(app: App): void {
  implement(app, eventContract, { missed: listMissed })
}
