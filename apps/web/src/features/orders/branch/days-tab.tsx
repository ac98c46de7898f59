import { type BranchDayLook, branchDayContract, LocalDate } from '@larder/contract'
import { useSearchParams } from 'react-router'
import { useRead } from '#api/client.ts'
import { PlaceLink } from '#kit/access/places.tsx'
import { confirmAction } from '#kit/actions/action.ts'
import { ActionButton } from '#kit/actions/action-bar.tsx'
import { Alert } from '#kit/feedback/alert.tsx'
import { Loading, SkeletonCard } from '#kit/feedback/feedback.tsx'
import { textField } from '#kit/fields/fields.tsx'
import { format, useFormat } from '#kit/format.ts'
import { Button } from '#kit/layout/button.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { sublist } from '#kit/resource/record/sublist.tsx'
import { useAddress } from '#kit/use-address.ts'
import { DayCash } from './day-cash.tsx'
import { DayFigures } from './day-figures.tsx'

const closedDays = sublist('Closed days', branchDayContract, ({ id }: { id: string; version: number }) => ({ branchId: id }), {
  without: ['branch'],
})

/** A day that is looked at, as what acts on it takes it. */
type Looked = BranchDayLook & { id: string; version: number; allowed: { action: string; because: string | null }[] }

const closeDay = confirmAction(branchDayContract.create, {
  label: 'Close the day',
  tone: 'primary',
  question: ({ day, branch }: Looked) =>
    `${format().day(day, 'ofWeek')} of ${branch.name} is closed with these figures. Another person signs it off.`,
  body: ({ branch, day }: Looked) => ({ branchId: branch.id as never, day }),
  asks: [textField('remark', { label: 'Note', multiline: true, help: 'What whoever signs off should know.' })],
  done: ({ day }) => `${format().day(day)} closed`,
  failed: ({ day }) => `${format().day(day)} was not closed`,
})

/** The days of a branch: those that nobody has closed, the one that is looked at, and those that are closed. */
export function DaysTab({ branchId }: { branchId: string }) {
  const [params] = useSearchParams()
  const day = params.get('day')
  return (
    <Stack gap={4}>
      <OpenDays branchId={branchId} />
      {day && LocalDate.safeParse(day).success && <OneDay key={day} branchId={branchId} day={day} />}
      {closedDays.render({ id: branchId, version: 1 })}
    </Stack>
  )
}

function useDay(): (day: string | null) => void {
  const [, setAddress] = useAddress()
  return (day) => setAddress({ day: day ?? '' })
}

function OpenDays({ branchId }: { branchId: string }) {
  const read = useRead(branchDayContract.open, { params: { id: branchId } })
  const lookAt = useDay()
  const { day: dayWords, number } = useFormat()
  return (
    <Card title="Not closed yet">
      <Loading read={read} skeleton={<SkeletonCard lines={1} />}>
        {(days) =>
          days.length === 0 ? (
            <Text tone="muted">Every day of the last two weeks that had orders is closed.</Text>
          ) : (
            <Row>
              {days.map(({ day, orders, reopened }) =>
                reopened ? (
                  <PlaceLink key={day} entity="branch-day" id={reopened}>
                    {dayWords(day)}, reopened
                  </PlaceLink>
                ) : (
                  <Button key={day} size="small" onClick={() => lookAt(day)}>
                    {`Look at ${dayWords(day)}: ${number(orders)} ${orders === 1 ? 'order' : 'orders'}`}
                  </Button>
                ),
              )}
            </Row>
          )
        }
      </Loading>
    </Card>
  )
}

function OneDay({ branchId, day }: { branchId: string; day: string }) {
  const read = useRead(branchDayContract.look, { params: { id: branchId }, query: { day } })
  const lookAt = useDay()
  const { day: dayWords } = useFormat()
  return (
    <Card
      title={dayWords(day, 'ofWeek')}
      action={
        <Button size="small" onClick={() => lookAt(null)}>
          Hide
        </Button>
      }
    >
      <Loading read={read} skeleton={<SkeletonCard lines={8} />}>
        {(look) => <Look look={look} />}
      </Loading>
    </Card>
  )
}

function Look({ look }: { look: BranchDayLook }) {
  const { branch, day, because, closed, figures, cash } = look
  if (closed)
    return (
      <Text>
        <PlaceLink entity="branch-day" id={closed.id}>
          {because}
        </PlaceLink>
      </Text>
    )
  const row: Looked = { ...look, id: `${branch.id} ${day}`, version: 1, allowed: [{ action: 'create', because }] }
  return (
    <Stack>
      {look.underWay > 0 && <UnderWay look={look} />}
      <DayFigures label={format().day(day, 'ofWeek')} kept={figures} />
      <DayCash label={`Cash, ${format().day(day, 'ofWeek')}`} lines={cash} />
      <div>
        <ActionButton action={closeDay} row={row} />
      </div>
    </Stack>
  )
}

/** Which orders hold the day up, each with its page, and the way to all of them. */
function UnderWay({ look: { branch, day, underWay, first } }: { look: BranchDayLook }) {
  const { number } = useFormat()
  const [, setParams] = useSearchParams()
  const showAll = () => setParams({ branchId: branch.id, tab: 'orders', status: 'active', from: day, to: day })
  return (
    <Alert
      tone="warning"
      action={
        <Button size="small" onClick={showAll}>
          Show {underWay === 1 ? 'it' : `all ${number(underWay)}`}
        </Button>
      }
    >
      {underWay === 1 ? 'An order of the day is' : `${number(underWay)} orders of the day are`} still under way:{' '}
      {first.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <PlaceLink entity="order" id={id}>
            {name}
          </PlaceLink>
        </span>
      ))}
      {underWay > first.length && ' and more'}.
    </Alert>
  )
}
