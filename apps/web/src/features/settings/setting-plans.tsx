import { type Approval, type Instant, type Setting, type SettingPlan, settingContract, settingPlanLabels, zoneName } from '@larder/contract'
import { Fragment, type ReactNode } from 'react'
import { useZone } from '#kit/access/access.tsx'
import { PlaceLink } from '#kit/access/places.tsx'
import { confirmAction } from '#kit/actions/action.ts'
import { ActionBar, ActionButton } from '#kit/actions/action-bar.tsx'
import { withdraw } from '#kit/actions/withdraw.ts'
import { StatusChip, styleStatuses } from '#kit/cells/status-style.tsx'
import { useFormat } from '#kit/format.ts'
import { Card } from '#kit/layout/card.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { settingField } from './setting-field.ts'
import { plannedTimeField } from './takes-effect.tsx'

const statuses = styleStatuses(
  { ...settingPlanLabels, waiting: 'Waiting for approval' },
  { planned: 'info', failed: 'bad', waiting: 'warning' },
)

interface SettingPlansProps {
  settings: readonly Setting[]
  plans: readonly SettingPlan[]
  /** Requests that wait for approval, of which some ask for a change at a time. */
  requests: readonly Approval[]
}

/** What is to change by itself, the next first, with what waits for approval before it is planned. */
export function SettingPlans({ settings, plans, requests }: SettingPlansProps) {
  const settingOf = (id: string) => settings.find((setting) => setting.id === id)
  const asked = requests.flatMap((request) => plannedIn(request, settingOf(request.entityId)))
  const rows = [
    ...plans.flatMap((plan) => {
      const setting = settingOf(plan.settingId)
      return setting ? [{ at: plan.takesEffectAt, id: plan.id, row: <PlanRow plan={plan} setting={setting} /> }] : []
    }),
    ...asked.map((each) => ({ at: each.at, id: each.request.id, row: <AskedRow {...each} /> })),
  ].sort((a, b) => (a.at < b.at ? -1 : 1))
  if (rows.length === 0) return null
  return (
    <Card title="Planned changes">
      <Stack gap={4} role="list" aria-label="Planned changes">
        {rows.map(({ id, row }) => (
          <Fragment key={id}>{row}</Fragment>
        ))}
      </Stack>
    </Card>
  )
}

interface Asked {
  request: Approval
  setting: Setting
  at: Instant
}

function plannedIn(request: Approval, setting: Setting | undefined): Asked[] {
  const at = request.changes.find(({ field }) => field === 'takesEffectAt')?.new
  return setting && request.entity === 'setting' && typeof at === 'string' ? [{ request, setting, at }] : []
}

function PlanRow({ plan, setting }: { plan: SettingPlan; setting: Setting }) {
  const { from, value, takesEffectAt: at, status, because, planner } = plan
  const { label } = setting
  const isFailed = status === 'failed'
  const name = label.charAt(0).toLowerCase() + label.slice(1)
  const moves = [settingContract.movePlan, settingContract.moveTaxPlan].map((endpoint) =>
    confirmAction(endpoint, {
      label: isFailed ? 'Plan again' : 'Move',
      title: `${isFailed ? 'Plan again' : 'Move planned change'}: ${name}`,
      question: () => `${label} is to be ${settingField(setting).show(value)}.`,
      body: ({ takesEffectAt }: SettingPlan) => ({ takesEffectAt }),
      asks: [plannedTimeField],
      done: () => `${label}: planned for another time`,
    }),
  )
  const cancels = [settingContract.cancelPlan, settingContract.cancelTaxPlan].map((endpoint) =>
    confirmAction(endpoint, {
      label: isFailed ? 'Remove' : 'Cancel',
      title: `${isFailed ? 'Remove' : 'Cancel'} planned change: ${name}`,
      wayOut: 'Keep it',
      question: () => (isFailed ? 'It is taken off the list and stays in the history.' : `${label} stays as it is by then.`),
      done: () => (isFailed ? `${label}: taken off the list` : `${label}: planned change cancelled`),
    }),
  )
  return (
    <Planned
      setting={setting}
      from={from}
      to={value}
      at={at}
      by={`planned by ${planner.name}`}
      note={because && <Text tone="bad">{because}</Text>}
      status={status}
    >
      <ActionBar actions={[...moves, ...cancels]} row={plan} max={2} />
    </Planned>
  )
}

function AskedRow({ request, setting, at }: Asked) {
  const value = request.changes.find(({ field }) => field === 'value')
  const link = (
    <Text size={13} tone="muted">
      <PlaceLink entity="approval" id={request.id}>
        {request.title}
      </PlaceLink>
    </Text>
  )
  return (
    <Planned
      setting={setting}
      from={value?.old ?? null}
      to={value?.new ?? null}
      at={at}
      by={`asked for by ${request.maker.name}`}
      note={link}
      status="waiting"
    >
      <ActionButton action={withdraw} row={request} isQuiet />
    </Planned>
  )
}

interface PlannedProps {
  setting: Setting
  /** Null where another time alone is asked for. */
  from: unknown
  to: unknown
  at: Instant
  by: string
  note: ReactNode
  status: keyof typeof statuses
  children: ReactNode
}

function Planned({ setting, from, to, at, by, note, status, children }: PlannedProps) {
  const { instant } = useFormat()
  const zone = useZone()
  const { show } = settingField(setting)
  return (
    <Row justify="space-between" role="listitem">
      <div>
        <Row gap={2}>
          <Text>{to === null ? setting.label : `${setting.label}: ${show(from)} → ${show(to)}`}</Text>
          <StatusChip style={statuses[status]} />
        </Row>
        <Text as="div" size={13} tone="muted">
          <time dateTime={at}>
            {instant(at, 'dateTime', zone)} {zoneName(at, zone)}
          </time>
          , {by}
        </Text>
        {note}
      </div>
      <Row>{children}</Row>
    </Row>
  )
}
