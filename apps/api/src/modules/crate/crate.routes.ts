import { crateContract } from '@larder/contract'
import type { App } from '#kit/http/handler.ts'
import { implement } from '#kit/implement.ts'
import { crates } from './crate.service.ts'

export function registerCrate(app: App): void {
  implement(app, crateContract, crates)
}
