import { type Approval, approvalContract, type Setting, settingContract } from '@larder/contract'
import { type ReactNode, useState } from 'react'
import { useRead } from '#api/client.ts'
import { useCan } from '#kit/access/access.tsx'
import { Loading } from '#kit/feedback/feedback.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { soon } from '#kit/lazily.tsx'
import { nameOf, SettingRow } from './setting-row.tsx'

const SettingHistory = soon(() => import('./setting-history.tsx').then((module) => module.SettingHistory))

interface SettingCardsProps {
  /** Which settings stand in which card, by its title, in order. */
  cardsOf: (settings: readonly Setting[]) => ReadonlyMap<string, readonly Setting[]>
  /** Above the cards; `requests` are those that wait for another person. */
  above?: (settings: readonly Setting[], requests: readonly Approval[]) => ReactNode
}

/** Settings in cards, each with what is asked and planned of it; its history opens over them. */
export function SettingCards({ cardsOf, above }: SettingCardsProps) {
  const read = useRead(settingContract.list, {})
  const mayAsk = useCan(approvalContract.list.shape.permission)
  const requests = useRead(approvalContract.list, mayAsk ? { query: { status: 'pending', limit: 100 } } : null).data?.rows ?? []
  const plans = useRead(settingContract.plans, {}).data ?? []
  const [told, tellHistory] = useState<Setting | null>(null)
  return (
    <Loading read={read}>
      {(settings) => (
        <Stack gap={4}>
          {above?.(settings, requests)}
          {[...cardsOf(settings)].map(([title, members]) => (
            <Card key={title} title={title}>
              <Stack gap={4} role="list">
                {members.map((setting) => (
                  <SettingRow
                    key={setting.id}
                    setting={setting}
                    currentOf={(key) => settings.find(({ id }) => id === key)?.value}
                    waiting={requests.find(({ entity, entityId }) => entity === 'setting' && entityId === setting.id)}
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
