import { categoryTypeContract } from '@larder/contract'
import type { App } from '#kit/http/handler.ts'
import { implement } from '#kit/implement.ts'
import { categoryTypes } from './category-type.service.ts'

export function registerCategoryType(app: App): void {
  implement(app, categoryTypeContract, categoryTypes)
}
