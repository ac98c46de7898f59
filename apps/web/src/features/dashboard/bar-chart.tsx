import { Text } from '#kit/layout/text.tsx'
import './dashboard.css'

export interface Bar {
  key: string
  label: string
  value: number
  /** The same weekday a week before; null where it is not known. */
  before: number | null
  words: string
  beforeWords: string
}

/** Room above the bars for the figures, in percent of the highest. */
const headroom = 1.18

/** Bars in one hue before the period before in grey; the highest and the last carry their figure. */
export function BarChart({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.flatMap(({ value, before }) => [value, before ?? 0])) * headroom
  const shareOf = (value: number | null) => ((value ?? 0) / most) * 100
  if (bars.every(({ value }) => value === 0)) return <Text tone="muted">No orders in this period.</Text>
  const highest = bars.reduce((best, bar, index) => (bar.value > (bars[best]?.value ?? 0) ? index : best), 0)
  const last = bars.length - 1
  const isFigured = (index: number) => index === last || (index === highest && last - highest > 2)
  const centre = (index: number) => `${((index + 0.5) / bars.length) * 100}%`
  return (
    <div role="img" aria-label={`${label}; shown as a table below`}>
      <div className="bars">
        <svg viewBox={`0 0 ${bars.length} 100`} preserveAspectRatio="none" width="100%" height="100%" aria-hidden>
          {bars.map((bar, index) => (
            <g key={bar.key}>
              <title>{`${bar.label}: ${bar.words}; a week before ${bar.beforeWords}`}</title>
              <rect x={index} y={0} width={1} height={100} fill="transparent" />
              <rect className="before" x={index + 0.08} y={100 - shareOf(bar.before)} width={0.84} height={shareOf(bar.before)} />
              <rect x={index + 0.24} y={100 - shareOf(bar.value)} width={0.52} height={shareOf(bar.value)} fill="currentColor" />
            </g>
          ))}
        </svg>
        {bars.map(
          (bar, index) =>
            isFigured(index) && (
              <Mark
                key={bar.key}
                left={centre(index)}
                bottom={`calc(${shareOf(Math.max(bar.value, bar.before ?? 0))}% + 2px)`}
                isEnd={index === last}
              >
                <Text size={12} weight={600}>
                  {bar.words}
                </Text>
              </Mark>
            ),
        )}
      </div>
      <div className="bar-days">
        {bars.map(
          (bar, index) =>
            index % 7 === last % 7 && (
              <Mark key={bar.key} left={centre(index)} bottom="0" isEnd={index === last}>
                <Text size={12} tone="muted">
                  {bar.label}
                </Text>
              </Mark>
            ),
        )}
      </div>
    </div>
  )
}

/** Words that stand over or under a bar; at the right edge they end with it. */
function Mark(props: { left: string; bottom: string; isEnd: boolean; children: React.ReactNode }) {
  const { left, bottom, isEnd, children } = props
  return (
    <div aria-hidden className="bar-mark" style={isEnd ? { bottom, right: 0 } : { bottom, left, transform: 'translateX(-50%)' }}>
      {children}
    </div>
  )
}
