import type { Dashboard, OrderStatus } from '@larder/contract'
import { useOrderStatusStyles } from '#entities/order/order-status.tsx'
import { usePlaces } from '#kit/access/places.tsx'
import { useFormat } from '#kit/format.ts'
import { Figure } from '#kit/layout/figure.tsx'
import { type Asked, branchOf, cutOf, dayOrders, isToday } from './asked.ts'
import './dashboard.css'

interface FiguresProps {
  dashboard: Dashboard
  asked: Asked
}

/** The day in eight figures, each with the list behind it: what it came to, and of today what stands now, of another day how it ended. */
export function DayFigures({ dashboard, asked }: FiguresProps) {
  const { listPath } = usePlaces()
  const { instant, number, wholeMoney, day } = useFormat()
  const { lastWeek, acceptancePpm, timeZone } = dashboard
  const isNow = isToday(dashboard)
  const today = isNow ? ' today' : ''
  const orders = dayOrders(dashboard, asked)
  const then = isNow
    ? `last ${day(lastWeek.day, 'weekday')} by ${instant(lastWeek.until, 'time', timeZone)}`
    : `on ${day(lastWeek.day, 'ofWeek')}`
  return (
    <section aria-label={isNow ? 'Today' : day(dashboard.day, 'ofWeek')} className="day">
      <div className="first">
        <Figure
          label={`Value${today}`}
          value={wholeMoney(dashboard.gross)}
          hint={`vs ${wholeMoney(lastWeek.gross)} ${then}${changeWords(dashboard.gross.minor, lastWeek.gross.minor)}${isNow ? `; ${wholeMoney(dashboard.average)} an order, vs ${wholeMoney(lastWeek.average)}` : ''}`}
          to={listPath('order', orders)}
        />
      </div>
      <Figure
        label={`Orders${today}`}
        value={number(dashboard.orders)}
        hint={`vs ${number(lastWeek.orders)} ${then}${changeWords(dashboard.orders, lastWeek.orders)}`}
        to={listPath('order', orders)}
      />
      <Figure
        label="Accepted"
        value={shareWords(acceptancePpm)}
        hint={`of orders answered${today}, vs ${shareWords(lastWeek.acceptancePpm)} ${then}`}
        to={listPath('order', { ...orders, status: 'rejected' })}
      />
      {isNow ? <NowFigures dashboard={dashboard} asked={asked} /> : <EndFigures dashboard={dashboard} asked={asked} />}
    </section>
  )
}

function NowFigures({ dashboard, asked }: FiguresProps) {
  const { listPath } = usePlaces()
  const { lateNow, unhandled, unassigned, ridersOnShift, storesPaused } = dashboard
  const orders = (status: string) => listPath('order', { ...cutOf(asked), status })
  return (
    <>
      <Figure label="Late now" value={lateNow} hint="past the promised time" tone={lateNow > 0 ? 'bad' : 'default'} to={orders('late')} />
      <Figure
        label="Awaiting acceptance"
        value={unhandled}
        hint="pending orders"
        tone={unhandled > 0 ? 'warning' : 'default'}
        to={orders('pending')}
      />
      <Figure label="Without a rider" value={unassigned} hint="accepted, for delivery" to={orders('without-rider')} />
      {ridersOnShift !== null && (
        <Figure
          label="Riders on shift"
          value={ridersOnShift}
          hint="available, busy or on a break"
          to={listPath('rider', { ...branchOf(asked), shiftState: 'on-shift' })}
        />
      )}
      <Figure
        label="Stores paused"
        value={storesPaused}
        hint="not taking orders for now"
        to={listPath('store', { ...cutOf(asked), openMode: 'paused' })}
      />
    </>
  )
}

const endings: readonly OrderStatus[] = ['delivered', 'rejected', 'cancelled', 'failed']

function EndFigures({ dashboard, asked }: FiguresProps) {
  const { listPath } = usePlaces()
  const { number, wholeMoney } = useFormat()
  const styleOf = useOrderStatusStyles()
  return (
    <>
      <Figure
        label="Average order"
        value={wholeMoney(dashboard.average)}
        hint={`of orders that were not lost, vs ${wholeMoney(dashboard.lastWeek.average)} a week before`}
      />
      {endings.map((status) => (
        <Figure
          key={status}
          label={styleOf(status).label}
          value={number(dashboard.byStatus.find((one) => one.status === status)?.orders ?? 0)}
          hint="of the day's orders"
          to={listPath('order', { ...dayOrders(dashboard, asked), status })}
        />
      ))}
    </>
  )
}

/** A share in ppm, as percent. */
function shareWords(ppm: number | null): string {
  return ppm === null ? '–' : `${(ppm / 10_000).toFixed(1)}\u00a0%`
}

const mostPercent = 300

/** ` (+12 %)`; nothing where there was too little before to be compared with. */
function changeWords(now: number, before: number): string {
  const percent = Math.round(((now - before) / Math.max(1, before)) * 100)
  return before === 0 || percent > mostPercent ? '' : ` (${percent < 0 ? '−' : '+'}${Math.abs(percent)}\u00a0%)`
}
