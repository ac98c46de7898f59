import { taskContract } from '@larder/contract'
import { exportKind } from '#kit/export/export-list.ts'
import type { App } from '#kit/http/handler.ts'
import { implement } from '#kit/implement.ts'
import { importKind } from '#kit/import/import-kind.ts'
import { overManyKind } from '#kit/work/over-many.ts'
import { downloadFile, tasks } from './task.service.ts'

export function registerTask(app: App): void {
  for (const kind of [exportKind, importKind, overManyKind]) app.services.tasks.declare(kind)
  implement(app, taskContract, { ...tasks.handlers, download: downloadFile })
}
