import { approvalContract, type Setting, type SettingKey, settingContract } from '@larder/contract'
import { useState } from 'react'
import { useRead } from '#api/client.ts'
import { useCan } from '#kit/access/access.tsx'
import { Loading } from '#kit/feedback/feedback.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { soon } from '#kit/lazily.tsx'
import { historyOf } from '#kit/resource/form/draft.ts'
import { ListScreen } from '#kit/resource/list/list-screen.tsx'
import { prepareRows } from '#kit/resource/rows/prepare-rows.ts'
import type { HistoryOf, Prepare } from '#kit/visit.ts'
import { rushModes } from './rush-modes.resource.tsx'
import { nameOf, SettingRow } from './setting-row.tsx'

const SettingHistory = soon(() => import('./setting-history.tsx').then((module) => module.SettingHistory))

/** What concerns all stores, by the cards of the page. */
const cards: Readonly<Record<string, (setting: Setting) => boolean>> = {
  'Defaults of new stores': ({ group }) => group === 'New stores',
  'All stores': ({ group }) => group === 'Stores',
  'Answering orders': ({ id }) =>
    (['order.warnMinutes', 'order.autoRejectMinutes', 'order.maxDelays'] satisfies SettingKey[]).some((key) => key === id),
}

export const prepare: Prepare = (visit) => {
  visit.read(settingContract.list, {})
  prepareRows(rushModes)(visit)
}

export const history: HistoryOf = () => historyOf(rushModes)

/** Rush modes of now and before, and the settings that concern stores. */
export default function StoreSettingsScreen() {
  const maySee = useCan(settingContract.list.shape.permission)
  return (
    <ListScreen resource={rushModes} title="Store settings">
      {maySee && <StoreSettings />}
    </ListScreen>
  )
}

function StoreSettings() {
  const read = useRead(settingContract.list, {})
  const mayAsk = useCan(approvalContract.list.shape.permission)
  const waiting = useRead(approvalContract.list, mayAsk ? { query: { status: 'pending', limit: 100 } } : null).data?.rows ?? []
  const plans = useRead(settingContract.plans, {}).data ?? []
  const [told, tellHistory] = useState<Setting | null>(null)
  return (
    <Loading read={read}>
      {(settings) => (
        <Stack gap={4}>
          {Object.entries(cards).map(([title, isOf]) => (
            <Card key={title} title={title}>
              <Stack gap={4} role="list">
                {settings.filter(isOf).map((setting) => (
                  <SettingRow
                    key={setting.id}
                    setting={setting}
                    currentOf={(key) => settings.find(({ id }) => id === key)?.value}
                    waiting={waiting.find(({ entity, entityId }) => entity === 'setting' && entityId === setting.id)}
                    isPlanned={plans.some(({ settingId }) => settingId === setting.id)}
                    onHistory={() => tellHistory(setting)}
                  />
                ))}
              </Stack>
            </Card>
          ))}
          {told && <SettingHistory setting={told} name={nameOf(told.label)} onClose={() => tellHistory(null)} />}
        </Stack>
      )}
    </Loading>
  )
}
