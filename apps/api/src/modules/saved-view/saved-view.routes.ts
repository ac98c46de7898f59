import { savedViewContract } from '@larder/contract'
import type { App } from '#kit/http/handler.ts'
import { implement } from '#kit/implement.ts'
import { createSavedView, listSavedViews, removeSavedView, updateSavedView } from './saved-view.service.ts'

export function registerSavedView(app: App): void {
  implement(app, savedViewContract, { list: listSavedViews, create: createSavedView, update: updateSavedView, remove: removeSavedView })
}
