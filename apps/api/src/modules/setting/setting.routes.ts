import { settingContract } from '@larder/contract'
import type { App } from '#kit/http/handler.ts'
import { implement } from '#kit/implement.ts'
import { changeSetting, listSettings } from './setting.service.ts'

export function registerSetting(app: App): void {
  implement(app, settingContract, { list: listSettings, change: changeSetting, changeTax: changeSetting })
}
