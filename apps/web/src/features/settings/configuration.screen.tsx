import { approvalContract, type Setting, type SettingFacts, settingContract, settings } from '@larder/contract'
import { useCallback, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useRead } from '#api/client.ts'
import { useCan } from '#kit/access/access.tsx'
import { Loading } from '#kit/feedback/feedback.tsx'
import { SearchInput } from '#kit/filters/search-input.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Page } from '#kit/layout/page.tsx'
import { Text } from '#kit/layout/text.tsx'
import { soon } from '#kit/lazily.tsx'
import type { HistoryOf, Prepare } from '#kit/visit.ts'
import { settingField, settingWords } from './setting-field.ts'
import { SettingPlans } from './setting-plans.tsx'
import { nameOf, SettingRow } from './setting-row.tsx'

const SettingHistory = soon(() => import('./setting-history.tsx').then((module) => module.SettingHistory))

export const prepare: Prepare = ({ read }) => {
  read(settingContract.list, {})
  read(settingContract.plans, {})
}

export const history: HistoryOf = settingWords

const checked = Object.values<SettingFacts>(settings)
  .flatMap(({ isChecked, label }) => (isChecked ? [nameOf(label)] : []))
  .join(', ')

/** What holds for the whole installation, by group, and what is planned for it; a change holds at once or from its time on, and is kept in the setting's history. */
export default function ConfigurationScreen() {
  const read = useRead(settingContract.list, {})
  const mayAsk = useCan(approvalContract.list.shape.permission)
  const waiting = useRead(approvalContract.list, mayAsk ? { query: { status: 'pending', limit: 100 } } : null).data?.rows ?? []
  const plans = useRead(settingContract.plans, {}).data ?? []
  const [told, tellHistory] = useState<Setting | null>(null)
  const [params, setParams] = useSearchParams()
  const q = params.get('q') ?? ''
  const search = useCallback((text: string) => setParams(text ? { q: text } : {}, { replace: true }), [setParams])
  return (
    <Page
      title="Configuration"
      subtitle={`Applies to everyone, at once or from a time on. Another person approves: ${checked}.`}
      width={820}
    >
      <Loading read={read}>
        {(settings) => (
          <Stack gap={4}>
            <SearchInput text={q} placeholder="Setting" onSearch={search} />
            <SettingPlans settings={settings.filter((setting) => fits(setting, q))} plans={plans} requests={waiting} />
            {!settings.some((setting) => fits(setting, q)) && <Text tone="muted">No setting has these words.</Text>}
            {[
              ...Map.groupBy(
                settings.filter((setting) => fits(setting, q)),
                ({ group }) => group,
              ),
            ].map(([group, members]) => (
              <Card key={group} title={group}>
                <Stack gap={4} role="list">
                  {members.map((setting) => (
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
          </Stack>
        )}
      </Loading>
      {told && <SettingHistory setting={told} name={nameOf(told.label)} onClose={() => tellHistory(null)} />}
    </Page>
  )
}

/** Whether a setting has all the words, in its name, its group or what it is now. */
function fits(setting: Setting, q: string): boolean {
  const text = `${setting.label} ${setting.group} ${settingField(setting).show(setting.value)}`.toLowerCase()
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
