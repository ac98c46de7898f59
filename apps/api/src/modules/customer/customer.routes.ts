import { customerContract } from '@larder/contract'
import type { App } from '#kit/http/handler.ts'
import { implement } from '#kit/implement.ts'
import { listCustomers } from './customer.service.ts'

export function registerCustomer(app: App): void {
  implement(app, customerContract, { list: listCustomers })
}
