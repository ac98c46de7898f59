import { cuisineContract } from '@larder/contract'
import type { App } from '#kit/http/handler.ts'
import { implement } from '#kit/implement.ts'
import { cuisines } from './cuisine.service.ts'

export function registerCuisine(app: App): void {
  implement(app, cuisineContract, cuisines)
}
