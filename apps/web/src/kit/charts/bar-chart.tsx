import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { Text } from '../layout/text.tsx'
import { ticksUpTo } from './ticks.ts'
import './charts.css'

export interface Bar {
  key: string
  label: string
  /** The same below the axis, where there is little room. */
  mark: string
  value: number
  /** The period before; null where it is not known. */
  before: number | null
  words: string
  beforeWords?: string
  /** The label where the table has a link. */
  cell?: ReactNode
}

interface BarChartProps {
  /** What is counted, by what: `Orders by day`. */
  label: string
  /** What the bars are by, what they count and what they are set beside, if anything: the heads of the table. */
  heads: { by: string; value: string; before?: string }
  bars: readonly Bar[]
  /** A figure of the axis in words. */
  tickWords: (value: number) => string
  /** The bar that is told before any is chosen is the highest; otherwise the last one, which is the newest. */
  tellsHighest?: true
}

/** Bars in one hue before the period before in grey, with a labelled axis; read out one by one with the pointer or the arrow keys, and behind it the same as a table. */
export function BarChart({ label, heads, bars, tickWords, tellsHighest }: BarChartProps) {
  const [at, setAt] = useState<number | null>(null)
  if (bars.every(({ value, before }) => value === 0 && !before)) return <Text tone="muted">Nothing in this period.</Text>
  const last = bars.length - 1
  const here = at ?? (tellsHighest ? bars.findIndex(({ value }) => value === Math.max(...bars.map((bar) => bar.value))) : last)
  const told = bars[here]
  const move = (event: KeyboardEvent) => {
    const to = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    setAt(Math.min(last, Math.max(0, to)))
  }
  return (
    <div className="chart">
      <p className="chart-told" aria-live={at === null ? 'off' : 'polite'}>
        {told && (
          <>
            <b>{told.label}</b>: {told.words}
            {heads.before && `; ${heads.before.toLowerCase()} ${told.beforeWords}`}
          </>
        )}
      </p>
      <div
        role="application"
        aria-roledescription="bar chart"
        aria-label={`${label}. Arrow keys read it bar by bar; it is also there as a table.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys work in it
        tabIndex={0}
        onKeyDown={move}
        onBlur={() => setAt(null)}
        onMouseLeave={() => setAt(null)}
      >
        <Plot bars={bars} at={at} onPoint={setAt} tickWords={tickWords} />
      </div>
      <details>
        <summary className="chart-summary">Show as table</summary>
        <table className="chart-table" aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{heads.by}</th>
              <th scope="col">{heads.value}</th>
              {heads.before && <th scope="col">{heads.before}</th>}
            </tr>
          </thead>
          <tbody>
            {bars.toReversed().map((bar) => (
              <tr key={bar.key}>
                <td>{bar.cell ?? bar.label}</td>
                <td>{bar.words}</td>
                {heads.before && <td>{bar.beforeWords}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  )
}

interface PlotProps {
  bars: readonly Bar[]
  at: number | null
  onPoint: (index: number) => void
  tickWords: (value: number) => string
}

/** The picture alone: axis, bars, and each seventh label counted from the last. */
function Plot({ bars, at, onPoint, tickWords }: PlotProps) {
  const ticks = ticksUpTo(Math.max(1, ...bars.flatMap(({ value, before }) => [value, before ?? 0])))
  const most = ticks.at(-1) ?? 1
  const heightOf = (value: number | null) => ((value ?? 0) / most) * 100
  const last = bars.length - 1
  return (
    <div className="chart-plot" aria-hidden>
      {ticks.map((tick) => (
        <div key={tick} className="chart-tick" style={{ bottom: `${heightOf(tick)}%` }}>
          <span>{tickWords(tick)}</span>
        </div>
      ))}
      <div className="chart-bars">
        <svg viewBox={`0 0 ${bars.length} 100`} preserveAspectRatio="none" aria-hidden>
          {bars.map((bar, index) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: what the pointer reads, the keyboard does by arrows
            <g key={bar.key} className={index === at ? 'told' : undefined} onMouseEnter={() => onPoint(index)}>
              <rect className="ground" x={index} y={0} width={1} height={100} />
              <rect className="before" x={index + 0.08} y={100 - heightOf(bar.before)} width={0.84} height={heightOf(bar.before)} />
              <rect className="value" x={index + 0.24} y={100 - heightOf(bar.value)} width={0.52} height={heightOf(bar.value)} />
            </g>
          ))}
        </svg>
        {bars.map(
          (bar, index) =>
            index % 7 === last % 7 && (
              <span
                key={bar.key}
                className={index === last ? 'chart-label last' : 'chart-label'}
                style={index === last ? undefined : { left: `${((index + 0.5) / bars.length) * 100}%` }}
              >
                {bar.mark}
              </span>
            ),
        )}
      </div>
    </div>
  )
}
