import { staffContract } from '@larder/contract'
import type { App } from '#kit/http/handler.ts'
import { implement } from '#kit/implement.ts'
import { changeRole, reactivateStaff, resetPassword, suspendStaff } from './staff.access.service.ts'
import { getStaff, listStaff, openAccount, updateStaff } from './staff.service.ts'

export function registerStaff(app: App): void {
  implement(app, staffContract, {
    list: listStaff,
    get: getStaff,
    create: openAccount,
    update: updateStaff,
    changeRole,
    suspend: suspendStaff,
    reactivate: reactivateStaff,
    resetPassword,
  })
}
