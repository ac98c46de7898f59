import {
  type Approval,
  approvalContract,
  type Setting,
  type SettingFacts,
  type SettingKey,
  settingChange,
  settingContract,
  settings,
} from '@larder/contract'
import { useCallback, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useRead } from '#api/client.ts'
import { useCan } from '#kit/access/access.tsx'
import { PlaceLink } from '#kit/access/places.tsx'
import { action, confirmAction } from '#kit/actions/action.ts'
import { ActionBar, ActionButton } from '#kit/actions/action-bar.tsx'
import { Loading } from '#kit/feedback/feedback.tsx'
import type { Field } from '#kit/fields/field.ts'
import { SearchInput } from '#kit/filters/search-input.tsx'
import { Button } from '#kit/layout/button.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Page } from '#kit/layout/page.tsx'
import { Text } from '#kit/layout/text.tsx'
import { soon } from '#kit/lazily.tsx'
import type { HistoryOf, Prepare } from '#kit/visit.ts'
import { settingField, settingWords } from './setting-field.ts'
import { SettingPlans } from './setting-plans.tsx'
import { takesEffectField } from './takes-effect.tsx'
import { withdraw } from './withdraw.ts'

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

interface SettingRowProps {
  setting: Setting
  /** What each setting is now. */
  currentOf: (key: SettingKey) => unknown
  /** What somebody asked to change of it, and nobody has decided yet. */
  waiting: Approval | undefined
  isPlanned: boolean
  onHistory: () => void
}

function SettingRow({ setting, currentOf, waiting, isPlanned, onHistory }: SettingRowProps) {
  const { label, value, initial, follows, version, allowed } = setting
  const field = settingField(setting)
  const isAsked = allowed.some(({ approval }) => (approval?.by.length ?? 0) > 0)
  const changes = [settingContract.change, settingContract.changeTax].flatMap((endpoint) => [
    confirmAction(endpoint, {
      label: 'Change',
      title: `Change ${nameOf(label)}`,
      question: (now: Setting) =>
        `${label} is now ${settingField(now).show(now.value)}.${isAsked ? '' : ' The change applies to everyone.'}`,
      body: () => ({ value }),
      asks: [field, takesEffectField],
      schema: settingChange(setting.id, currentOf),
      done: (_, { takesEffectAt }) => (takesEffectAt ? `${label}: change planned` : `${label} changed`),
    }),
    action(endpoint, {
      label: `Reset to ${field.show(initial)}`,
      title: `Reset to ${field.show(initial)}: ${nameOf(label)}`,
      body: () => ({ value: initial }),
      done: () => `${label} reset to ${field.show(initial)}`,
    }),
  ])
  return (
    <Row justify="space-between" role="listitem">
      <div>
        <Text as="div">{label}</Text>
        <Text as="div" size={13} tone="muted">
          {field.show(value)}
          {value !== initial && initial !== '' && `, default ${field.show(initial)}`}
          {version === 0 && follows && `, follows “${settings[follows].label}”`}
        </Text>
        {waiting && (
          <Row gap={2}>
            <Text size={13} tone="warning">
              {waiting.maker.name} asked for {askedWords(waiting, field)}:{' '}
              <PlaceLink entity="approval" id={waiting.id}>
                waiting for approval
              </PlaceLink>
            </Text>
            <ActionButton action={withdraw} row={waiting} size="small" isQuiet />
          </Row>
        )}
      </div>
      <Row>
        {(version > 0 || isPlanned) && (
          <Button size="small" name={`History of ${nameOf(label)}`} onClick={onHistory}>
            History
          </Button>
        )}
        <ActionBar actions={changes.filter(({ question }) => question || (value !== initial && initial !== ''))} row={setting} max={1} />
      </Row>
    </Row>
  )
}

/** What somebody asked a setting to be, or that its planned change moves. */
function askedWords({ changes }: Approval, { show }: Pick<Field<never>, 'show'>): string {
  const value = changes.find(({ field }) => field === 'value')
  const words = value ? show(value.new) : 'another time of its planned change'
  return value && changes.length > 1 ? `${words} from a time on` : words
}

/** Whether a setting has all the words, in its name, its group or what it is now. */
function fits(setting: Setting, q: string): boolean {
  const text = `${setting.label} ${setting.group} ${settingField(setting).show(setting.value)}`.toLowerCase()
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** A label inside a sentence. */
function nameOf(label: string): string {
  return label.charAt(0).toLowerCase() + label.slice(1)
}
