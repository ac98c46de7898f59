import { areaContract } from '@larder/contract'
import type { App } from '#kit/http/handler.ts'
import { implement } from '#kit/implement.ts'
import { createArea, getArea, listAreas, removeArea, updateArea } from './area.service.ts'

export function registerArea(app: App): void {
  implement(app, areaContract, { list: listAreas, get: getArea, create: createArea, update: updateArea, remove: removeArea })
}
