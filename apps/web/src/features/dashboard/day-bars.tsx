import { addDays, type Dashboard, type LocalDate } from '@larder/contract'
import { useState } from 'react'
import { ListLink } from '#kit/access/places.tsx'
import { BarChart } from '#kit/charts/bar-chart.tsx'
import { format } from '#kit/format.ts'
import { Card } from '#kit/layout/card.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Tabs } from '#kit/layout/tabs.tsx'
import { Text } from '#kit/layout/text.tsx'
import { type Asked, dayOrders, isToday } from './asked.ts'

type Day = Pick<Dashboard['days'][number], 'orders' | 'gross'>
const shownDays = 23

const measures = {
  orders: {
    label: 'Orders',
    of: (day: Day) => day.orders,
    words: (day: Day) => format().number(day.orders),
    tick: (value: number) => format().number(value),
  },
  gross: {
    label: 'Value',
    of: (day: Day) => day.gross.minor,
    words: (day: Day) => format().wholeMoney(day.gross),
    tick: (minor: number, currency: string) => format().wholeMoney({ minor, currency }),
  },
} as const
type Measure = keyof typeof measures

/** Day by day against the same weekday of the week before. */
export function DayBars({ dashboard, asked }: { dashboard: Dashboard; asked: Asked }) {
  const { days, lastWeek, gross } = dashboard
  const [measure, setMeasure] = useState<Measure>('orders')
  const { label, of, words, tick } = measures[measure]
  const known = new Map(days.map((day) => [day.day, day]))
  const bars = days.slice(-shownDays).map((day) => {
    // Today is not over: it is set beside the same hours.
    const before = day === days.at(-1) ? lastWeek : known.get(addDays(day.day, -7))
    return {
      key: day.day,
      label: dayWords(day.day),
      mark: format().day(day.day, 'ofYear'),
      value: of(day),
      before: before ? of(before) : null,
      words: words(day),
      beforeWords: before ? words(before) : '–',
      cell: (
        <ListLink entity="order" query={dayOrders(day, asked)}>
          {dayWords(day.day)}
        </ListLink>
      ),
    }
  })
  return (
    <Card title="By day, compared with the week before">
      <Stack gap={3}>
        <Tabs
          label="Measure"
          tabs={Object.entries(measures).map(([value, { label: text }]) => ({ value, label: text }))}
          value={measure}
          onChange={(next) => setMeasure(next as Measure)}
        />
        <BarChart
          label={`${label} by day`}
          heads={{ by: 'Day', value: label, before: 'A week before' }}
          bars={bars}
          tickWords={(value) => tick(value, gross.currency)}
        />
        <Text size={12} tone="muted">
          {isToday(dashboard) ? 'Grey: the week before; for today, to the same time.' : 'Grey: the week before.'}
        </Text>
      </Stack>
    </Card>
  )
}

function dayWords(day: LocalDate): string {
  return format().day(day, 'ofWeek')
}
