import {
  addDays,
  type ScheduleCalendar as Calendar,
  calendarDays,
  type Input,
  type LocalDate,
  scheduledOrderContract,
} from '@larder/contract'
import { useSearchParams } from 'react-router'
import { useRead } from '#api/client.ts'
import { LinkOrText } from '#kit/access/places.tsx'
import { Loading } from '#kit/feedback/feedback.tsx'
import { rangeWords } from '#kit/filters/period.ts'
import { format } from '#kit/format.ts'
import { Button } from '#kit/layout/button.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Row } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import type { QueryText } from '#kit/row.ts'
import { hours, hourWords } from './slot-words.ts'
import './schedule-calendar.css'

const cuts = ['from', 'vertical', 'storeId', 'branchId'] as const

/** How many orders wait for each hour of seven days, of what the list is cut to; each hour leads to its orders. */
export function ScheduleCalendar({ asked }: { asked: QueryText }) {
  const query = Object.fromEntries(cuts.flatMap((key) => (asked[key] ? [[key, asked[key]]] : [])))
  const read = useRead(scheduledOrderContract.calendar, { query } as Input<typeof scheduledOrderContract.calendar>)
  return <Loading read={read}>{(calendar) => <Week calendar={calendar} />}</Loading>
}

function Week({ calendar }: { calendar: Calendar }) {
  const { from, to, slots, maxOrdersPerHour } = calendar
  const [params] = useSearchParams()
  const cut = (changes: Record<'from' | 'to' | 'hour', string | null>) => {
    const next = new URLSearchParams(params)
    for (const [key, value] of Object.entries(changes)) value === null ? next.delete(key) : next.set(key, value)
    next.delete('after')
    return `?${next}`
  }
  const weekFrom = (day: LocalDate) => cut({ from: day, to: addDays(day, calendarDays - 1), hour: null })
  const days = Array.from({ length: calendarDays }, (_, at) => addDays(from, at))
  const taken = slots.map(({ hour }) => hour)
  const shown = hours.filter((hour) => hour >= Math.min(...taken) && hour <= Math.max(...taken))
  const most = Math.max(1, ...slots.map(({ orders }) => orders))
  const total = slots.reduce((sum, { orders }) => sum + orders, 0)
  const ordersIn = (day: LocalDate, hour?: number) =>
    slots.filter((slot) => slot.day === day && (hour === undefined || slot.hour === hour)).reduce((sum, { orders }) => sum + orders, 0)
  return (
    <Card
      title={rangeWords(from, to)}
      action={
        <Row gap={2} isOneLine>
          <Text size={13} tone="muted">
            {total === 1 ? '1 order' : `${format().number(total)} orders`}
            {maxOrdersPerHour !== null && `, at most ${format().number(maxOrdersPerHour)} an hour`}
          </Text>
          <Button size="small" to={weekFrom(addDays(from, -calendarDays))}>
            Earlier
          </Button>
          <Button size="small" to={weekFrom(addDays(from, calendarDays))}>
            Later
          </Button>
        </Row>
      }
      flush
    >
      {shown.length === 0 && (
        <p className="schedule-none">
          <Text tone="muted">No slots are taken in these days.</Text>
        </p>
      )}
      <div className="schedule" hidden={shown.length === 0}>
        <table aria-label="Scheduled orders by hour">
          <thead>
            <tr>
              <th scope="col">Day</th>
              {shown.map((hour) => (
                <th key={hour} scope="col">
                  {hourWords(hour, 'hour')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day}>
                <th scope="row">
                  <LinkOrText to={ordersIn(day) > 0 ? cut({ from: day, to: day, hour: null }) : null}>
                    {format().day(day, 'ofWeek')}
                  </LinkOrText>
                </th>
                {shown.map((hour) => {
                  const orders = ordersIn(day, hour)
                  return (
                    <td key={hour} className={maxOrdersPerHour !== null && orders >= maxOrdersPerHour ? 'full' : undefined}>
                      {orders > 0 && (
                        <>
                          <span aria-hidden className="schedule-share" style={{ opacity: 0.1 + 0.25 * (orders / most) }} />
                          <LinkOrText to={cut({ from: day, to: day, hour: String(hour) })}>{format().number(orders)}</LinkOrText>
                        </>
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}
