import { addDays, type Dashboard, type LocalDate } from '@larder/contract'
import { useState } from 'react'
import { ListLink } from '#kit/access/places.tsx'
import { format } from '#kit/format.ts'
import { Card } from '#kit/layout/card.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Tabs } from '#kit/layout/tabs.tsx'
import { Text } from '#kit/layout/text.tsx'
import { BarChart } from './bar-chart.tsx'
import './dashboard.css'

type Day = Pick<Dashboard['days'][number], 'orders' | 'gross'>
const shownDays = 23

const measures = {
  orders: { label: 'Orders', of: (day: Day) => day.orders, words: (day: Day) => format().number(day.orders) },
  gross: { label: 'Value', of: (day: Day) => day.gross.minor, words: (day: Day) => format().wholeMoney(day.gross) },
} as const
type Measure = keyof typeof measures

const dayWords = (day: LocalDate) => format().day(day, 'ofWeek')

/** Day by day against the same weekday of the week before: bars, and the same as a table. */
export function DayBars({ dashboard: { days, lastWeek } }: { dashboard: Dashboard }) {
  const [measure, setMeasure] = useState<Measure>('orders')
  const { label, of, words } = measures[measure]
  const known = new Map(days.map((day) => [day.day, day]))
  const bars = days.slice(-shownDays).map((day) => {
    // Today is not over: it is set beside the same hours.
    const before = day === days.at(-1) ? lastWeek : known.get(addDays(day.day, -7))
    return {
      key: day.day,
      label: dayWords(day.day),
      value: of(day),
      before: before ? of(before) : null,
      words: words(day),
      beforeWords: before ? words(before) : '–',
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
        <BarChart label={`${label} by day`} bars={bars} />
        <details>
          <summary className="twin-summary">Show as table</summary>
          <table className="twin" aria-label={`${label} by day`}>
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col">{label}</th>
                <th scope="col">A week before</th>
              </tr>
            </thead>
            <tbody>
              {bars.toReversed().map((bar) => (
                <tr key={bar.key}>
                  <td>
                    <ListLink entity="order" query={{ from: bar.key, to: bar.key }}>
                      {bar.label}
                    </ListLink>
                  </td>
                  <td>{bar.words}</td>
                  <td>{bar.beforeWords}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
        <Text size={12} tone="muted">
          Grey: the same weekday the week before; for today, up to the same time.
        </Text>
      </Stack>
    </Card>
  )
}
