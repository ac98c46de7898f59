import { type Approval, approvalContract, type Setting, settingContract, settings } from '@larder/contract'
import { useState } from 'react'
import { useRead } from '#api/client.ts'
import { useCan } from '#kit/access/access.tsx'
import { PlaceLink } from '#kit/access/places.tsx'
import { action, confirmAction } from '#kit/actions/action.ts'
import { ActionBar, ActionButton } from '#kit/actions/action-bar.tsx'
import { Loading } from '#kit/feedback/feedback.tsx'
import { Button } from '#kit/layout/button.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Page } from '#kit/layout/page.tsx'
import { Text } from '#kit/layout/text.tsx'
import { soon } from '#kit/lazily.tsx'
import type { Prepare } from '#kit/visit.ts'
import { withdraw } from './approvals.resource.tsx'
import { settingField } from './setting-field.ts'

const SettingHistory = soon(() => import('./setting-history.tsx').then((module) => module.SettingHistory))

export const prepare: Prepare = ({ read }) => {
  read(settingContract.list, {})
}

/** What holds for the whole installation, by group; a change holds at once and is kept in the setting's history. */
export default function ConfigurationScreen() {
  const read = useRead(settingContract.list, {})
  const mayAsk = useCan(approvalContract.list.shape.permission)
  const waiting = useRead(approvalContract.list, mayAsk ? { query: { status: 'pending', limit: 100 } } : null).data?.rows ?? []
  const [told, tellHistory] = useState<Setting | null>(null)
  return (
    <Page
      title="Configuration"
      subtitle="Applies to everyone immediately; what decides prices, once another person has approved it."
      width={820}
    >
      <Loading read={read}>
        {(settings) => (
          <Stack gap={4}>
            {[...Map.groupBy(settings, ({ group }) => group)].map(([group, members]) => (
              <Card key={group} title={group}>
                <Stack gap={4} role="list">
                  {members.map((setting) => (
                    <SettingRow
                      key={setting.id}
                      setting={setting}
                      waiting={waiting.find(({ entity, entityId }) => entity === 'setting' && entityId === setting.id)}
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
  /** What somebody asked to change of it, and nobody has decided yet. */
  waiting: Approval | undefined
  onHistory: () => void
}

function SettingRow({ setting, waiting, onHistory }: SettingRowProps) {
  const { label, value, initial, follows, version } = setting
  const field = settingField(setting)
  const changes = [settingContract.change, settingContract.changeTax].flatMap((endpoint) => [
    confirmAction(endpoint, {
      label: 'Change',
      title: `Change ${nameOf(label)}`,
      question: () => `${label} is now ${field.show(value)}. The change applies to everyone immediately.`,
      body: () => ({ value }),
      asks: [field],
      done: () => `${label} changed`,
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
              {waiting.maker.name} asked for {waiting.changes.map((change) => field.show(change.new as never)).join(', ')}:{' '}
              <PlaceLink entity="approval" id={waiting.id}>
                waiting for approval
              </PlaceLink>
            </Text>
            <ActionButton action={withdraw} row={waiting} size="small" isQuiet />
          </Row>
        )}
      </div>
      <Row>
        {version > 0 && (
          <Button size="small" name={`History of ${nameOf(label)}`} onClick={onHistory}>
            History
          </Button>
        )}
        <ActionBar actions={changes.filter(({ question }) => question || (value !== initial && initial !== ''))} row={setting} max={1} />
      </Row>
    </Row>
  )
}

/** A label inside a sentence. */
function nameOf(label: string): string {
  return label.charAt(0).toLowerCase() + label.slice(1)
}
