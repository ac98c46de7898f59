import { fileContract } from '@larder/contract'
import type { App } from '#kit/http/handler.ts'
import { implement } from '#kit/implement.ts'
import { getPicture, keepPicture } from './file.service.ts'

export function registerFile(app: App): void {
  implement(app, fileContract, { create: keepPicture, get: getPicture })
}
