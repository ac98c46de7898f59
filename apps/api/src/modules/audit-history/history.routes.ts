import { auditContract } from '@larder/contract'
import type { App } from '#kit/http/handler.ts'
import { implement } from '#kit/implement.ts'
import { listHistory } from './history.service.ts'

export function registerAuditHistory(app: App): void {
  implement(app, auditContract, { history: listHistory })
}
