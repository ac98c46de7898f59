import { type Setup, type SetupStep, setupContract, setupSteps } from '@larder/contract'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useRead, useWrite } from '#api/client.ts'
import { usePlaces } from '#kit/access/places.tsx'
import { Alert } from '#kit/feedback/alert.tsx'
import { Loading } from '#kit/feedback/feedback.tsx'
import { format } from '#kit/format.ts'
import { Button } from '#kit/layout/button.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Page } from '#kit/layout/page.tsx'
import { Text } from '#kit/layout/text.tsx'
import { useNotify } from '#kit/notify.ts'
import type { Prepare } from '#kit/visit.ts'

interface StepWords {
  why: string
  /** Where it is done: the list of an entity, with its form open. */
  at: { entity: string; query?: Record<string, string> }
  go: string
  counted?: readonly [one: string, many: string]
}

const words: Record<SetupStep, StepWords> = {
  marketplace: {
    why: 'What customers and colleagues read, what prices are in, whose days reports count, and how numbers, dates and phone numbers are written.',
    at: { entity: 'setting' },
    go: 'Open the configuration',
  },
  tax: {
    why: 'How tax is named, whether it is within prices, and what is taxed on delivery and packing.',
    at: { entity: 'setting' },
    go: 'Open the configuration',
  },
  branch: {
    why: 'A part of the marketplace with its partner. Order numbers begin with its code.',
    at: { entity: 'branch', query: { edit: 'new' } },
    go: 'Add a branch',
    counted: ['branch', 'branches'],
  },
  area: {
    why: 'Where is delivered, drawn on the map, with the fees by distance.',
    at: { entity: 'area', query: { edit: 'new' } },
    go: 'Draw an area',
    counted: ['area', 'areas'],
  },
  people: {
    why: 'Who works here besides you, each with the role that says what they may do.',
    at: { entity: 'staff' },
    go: 'Invite somebody',
    counted: ['account', 'accounts'],
  },
  channel: {
    why: 'What the customers\u2019 app sends orders with; stores and riders have keys of their own.',
    at: { entity: 'channel-key', query: { edit: 'new' } },
    go: 'Make a key',
    counted: ['key', 'keys'],
  },
}

export const prepare: Prepare = ({ read }) => {
  read(setupContract.get, {})
}

/** What is missing until orders can come, in the order in which it is best done. */
export default function SetupScreen() {
  const read = useRead(setupContract.get, {})
  return (
    <Page title="Set up" subtitle="What this installation needs until orders can come." width={820}>
      <Loading read={read}>
        {(setup) => (
          <Stack gap={4}>
            {setup.isDone ? (
              <Alert tone="success">Everything is there. Orders come in as soon as a store with a menu is live.</Alert>
            ) : (
              <Text tone="muted">
                {setup.steps.filter(({ isDone }) => isDone).length} of {setup.steps.length} done
              </Text>
            )}
            {setup.steps.map((step) => (
              <Step key={step.key} step={step} />
            ))}
          </Stack>
        )}
      </Loading>
    </Page>
  )
}

function Step({ step: { key, isDone, count } }: { step: Setup['steps'][number] }) {
  const { label } = setupSteps[key]
  const { why, at, go, counted } = words[key]
  const path = usePlaces().listPath(at.entity, at.query)
  const Icon = isDone ? IconCircleCheckFilled : IconCircle
  return (
    <Card>
      <Row align="start" gap={3}>
        <Icon size={22} aria-label={isDone ? 'Done' : 'Missing'} color={isDone ? 'var(--good)' : 'var(--muted)'} />
        <Stack gap={1} style={{ flex: '1 1 216px' }}>
          <Text as="h2" size={14} weight={600}>
            {label}
          </Text>
          <Text as="p" size={13} tone="muted">
            {why}
          </Text>
          {counted && count !== null && count > 0 && (
            <Text size={13}>
              {format().number(count)} {counted[count === 1 ? 0 : 1]}
            </Text>
          )}
        </Stack>
        <Row>
          {setupSteps[key].confirmed && !isDone && <Confirm step={key} label={label} />}
          {path && (
            <Button size="small" to={path} tone={isDone ? 'neutral' : 'primary'}>
              {go}
            </Button>
          )}
        </Row>
      </Row>
    </Card>
  )
}

function Confirm({ step, label }: { step: SetupStep; label: string }) {
  const [confirm, { isBusy }] = useWrite(setupContract.confirm)
  const notify = useNotify()
  const send = async () => {
    const { error } = await confirm({ params: { step: step as 'marketplace' }, body: {} })
    if (error) notify(`${label}: ${error.message}`, 'error')
  }
  return (
    <Button size="small" busy={isBusy} name={`Right as it is: ${label}`} onClick={() => void send()}>
      Right as it is
    </Button>
  )
}
