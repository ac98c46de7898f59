import { type Approval, type Setting, type SettingKey, settingChange, settingContract, settings } from '@larder/contract'
import { PlaceLink } from '#kit/access/places.tsx'
import { action, confirmAction } from '#kit/actions/action.ts'
import { ActionBar, ActionButton } from '#kit/actions/action-bar.tsx'
import { withdraw } from '#kit/actions/withdraw.ts'
import type { Field } from '#kit/fields/field.ts'
import { Button } from '#kit/layout/button.tsx'
import { Row } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { settingField } from './setting-field.ts'
import { takesEffectField } from './takes-effect.tsx'

interface SettingRowProps {
  setting: Setting
  /** What each setting is now. */
  currentOf: (key: SettingKey) => unknown
  /** What somebody asked to change of it, and nobody has decided yet. */
  waiting: Approval | undefined
  isPlanned: boolean
  onHistory: () => void
}

/** A setting: what it is, what is asked of it, and how it is changed. */
export function SettingRow({ setting, currentOf, waiting, isPlanned, onHistory }: SettingRowProps) {
  const { label, value, initial, follows, version, allowed } = setting
  const field = settingField(setting)
  const isAsked = allowed.some(({ approval }) => approval && (approval.by.length > 0 || approval.waits))
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

/** A label inside a sentence. */
export function nameOf(label: string): string {
  return label.charAt(0).toLowerCase() + label.slice(1)
}
