import type { Dashboard } from '@larder/contract'
import { usePlaces } from '#kit/access/places.tsx'
import { useFormat } from '#kit/format.ts'
import { Figure } from '#kit/layout/figure.tsx'
import './dashboard.css'

/** The day in eight figures, each with the list behind it. */
export function TodayFigures({ dashboard }: { dashboard: Dashboard }) {
  const { listPath } = usePlaces()
  const { instant, number, wholeMoney, day } = useFormat()
  const { lastWeek, acceptancePpm, timeZone } = dashboard
  const today = { from: dashboard.day, to: dashboard.day }
  const then = `last ${day(lastWeek.day, 'weekday')} by ${instant(lastWeek.until, 'time', timeZone)}`
  return (
    <section aria-label="Today" className="today">
      <div className="first">
        <Figure
          label="Value today"
          value={wholeMoney(dashboard.gross)}
          hint={`vs ${wholeMoney(lastWeek.gross)} ${then}${changeWords(dashboard.gross.minor, lastWeek.gross.minor)}; ${wholeMoney(dashboard.average)} an order`}
          to={listPath('order', today)}
        />
      </div>
      <Figure
        label="Orders today"
        value={number(dashboard.orders)}
        hint={`vs ${number(lastWeek.orders)} ${then}${changeWords(dashboard.orders, lastWeek.orders)}`}
        to={listPath('order', today)}
      />
      <Figure
        label="Accepted"
        value={acceptancePpm === null ? '–' : `${(acceptancePpm / 10_000).toFixed(1)} %`}
        hint="of orders answered today"
        to={listPath('order', { ...today, status: 'rejected' })}
      />
      <Figure
        label="Late now"
        value={dashboard.lateNow}
        hint="past the promised time"
        tone={dashboard.lateNow > 0 ? 'bad' : 'default'}
        to={listPath('order', { status: 'late' })}
      />
      <Figure
        label="Awaiting acceptance"
        value={dashboard.unhandled}
        hint="pending orders"
        tone={dashboard.unhandled > 0 ? 'warning' : 'default'}
        to={listPath('order', { status: 'pending' })}
      />
      <Figure
        label="Without a rider"
        value={dashboard.unassigned}
        hint="accepted, for delivery"
        to={listPath('order', { status: 'without-rider' })}
      />
      {dashboard.ridersOnShift !== null && (
        <Figure
          label="Riders on shift"
          value={dashboard.ridersOnShift}
          hint="available, busy or on a break"
          to={listPath('rider', { shiftState: 'on-shift' })}
        />
      )}
      <Figure
        label="Stores paused"
        value={dashboard.storesPaused}
        hint="not taking orders for now"
        to={listPath('store', { openMode: 'paused' })}
      />
    </section>
  )
}

const mostPercent = 300

/** ` (+12 %)`; nothing where there was too little before to be compared with. */
function changeWords(now: number, before: number): string {
  const percent = Math.round(((now - before) / Math.max(1, before)) * 100)
  return before === 0 || percent > mostPercent ? '' : ` (${percent < 0 ? '−' : '+'}${Math.abs(percent)} %)`
}
