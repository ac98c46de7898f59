import { moneySum, type Rider, type RiderDay, riderShiftContract, weekOf } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { custom } from '#kit/cells/columns.tsx'
import { RowsTable } from '#kit/cells/rows-table.tsx'
import { Loading, SkeletonCard } from '#kit/feedback/feedback.tsx'
import { format } from '#kit/format.ts'
import { Card } from '#kit/layout/card.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { ListScreen } from '#kit/resource/list/list-screen.tsx'
import { hoursText, riderShifts } from './rider-shifts.resource.tsx'

/** Minutes that a day may fall short of its plan before it is pointed at. */
const graceMinutes = 15

interface Span extends Omit<RiderDay, 'day'> {
  id: string
  label: string
}

/** Weeks with their sums, the newest first. Pure. */
export function weeksOf(days: readonly RiderDay[]): Span[] {
  return [...Map.groupBy(days, ({ day }) => weekOf(day).from)].toReversed().map(([from, own]) => ({
    id: from,
    label: format().day(from),
    ...sumOf(own),
  }))
}

function sumOf(days: readonly RiderDay[]): Omit<RiderDay, 'day'> {
  const sum = (of: (day: RiderDay) => number) => days.reduce((total, each) => total + of(each), 0)
  return {
    plannedMinutes: sum(({ plannedMinutes }) => plannedMinutes),
    workedMinutes: sum(({ workedMinutes }) => workedMinutes),
    delivered: sum(({ delivered }) => delivered),
    late: sum(({ late }) => late),
    earned: moneySum(
      sum(({ earned }) => earned.minor),
      days[0]?.earned.currency ?? 'INR',
    ),
  }
}

// A phone has room for the first four.
const columnsFor = (first: string) => [
  custom<Span>('label', first, ({ label }) => label),
  custom<Span>('planned', 'Planned', ({ plannedMinutes }) => (plannedMinutes === 0 ? '–' : hoursText(plannedMinutes)), { align: 'right' }),
  custom<Span>(
    'worked',
    'Worked',
    ({ plannedMinutes, workedMinutes }) => (
      <Text size={13} tone={plannedMinutes - workedMinutes > graceMinutes ? 'warning' : 'default'}>
        {workedMinutes === 0 ? '–' : hoursText(workedMinutes)}
      </Text>
    ),
    { align: 'right' },
  ),
  custom<Span>('earned', 'Earned', ({ earned }) => format().money(earned), { align: 'right' }),
  custom<Span>('delivered', 'Delivered', ({ delivered }) => delivered, { align: 'right' }),
  custom<Span>('late', 'Late', ({ late }) => late, { align: 'right' }),
]

const shownDays = 14

/** Planned and worked hours of a rider by week and by day, and every shift. */
export function RiderShifts({ rider: { id, name } }: { rider: Rider }) {
  const read = useRead(riderShiftContract.days, { params: { id }, query: {} })
  return (
    <Stack gap={4}>
      <Loading read={read} skeleton={<SkeletonCard lines={8} />}>
        {({ days }) => (
          <>
            <Card title="By week" flush>
              <RowsTable
                label={`Weeks of ${name}`}
                columns={columnsFor('Week from')}
                rows={weeksOf(days)}
                keyOf={(week) => week.id}
                isWide
              />
            </Card>
            <Card title="By day" flush>
              <RowsTable
                label={`Days of ${name}`}
                columns={columnsFor('Day')}
                rows={days
                  .slice(-shownDays)
                  .toReversed()
                  .map(({ day, ...rest }) => ({ id: day, label: format().day(day), ...rest }))}
                keyOf={(day) => day.id}
                isWide
              />
            </Card>
          </>
        )}
      </Loading>
      <ListScreen
        isPart
        resource={riderShifts}
        fixed={{ riderId: id }}
        columns={riderShifts.columns.filter(({ key }) => key !== 'rider')}
      />
    </Stack>
  )
}
