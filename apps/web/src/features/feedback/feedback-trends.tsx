import { addDays, type FeedbackTrends as Counted, feedbackContract, fieldsOf, type Input, type LocalDate } from '@larder/contract'
import { useSearchParams } from 'react-router'
import { useRead } from '#api/client.ts'
import { LinkOrText } from '#kit/access/places.tsx'
import { type Column, custom } from '#kit/cells/columns.tsx'
import { RowsTable } from '#kit/cells/rows-table.tsx'
import { BarChart } from '#kit/charts/bar-chart.tsx'
import { Loading } from '#kit/feedback/feedback.tsx'
import { rangeWords } from '#kit/filters/period.ts'
import { format } from '#kit/format.ts'
import { Card } from '#kit/layout/card.tsx'
import type { QueryText } from '#kit/row.ts'
import './feedback.css'

const cuts = Object.keys(fieldsOf(feedbackContract.trends.shape.query))

/** What is asked of the trends, of what the list is asked for: the search and what feedback is, not what was done about it. */
export function trendsAsked(asked: QueryText): Input<typeof feedbackContract.trends> {
  const query = Object.fromEntries(cuts.flatMap((key) => (asked[key] ? [[key, asked[key]]] : [])))
  return { query } as Input<typeof feedbackContract.trends>
}

/** How much feedback came in week by week, and by tag. */
export function FeedbackTrends({ asked }: { asked: QueryText }) {
  const read = useRead(feedbackContract.trends, trendsAsked(asked))
  return <Loading read={read}>{(counted) => <Charts counted={counted} />}</Loading>
}

const lastOf = (week: LocalDate) => addDays(week, 6)

function Charts({ counted: { weeks, all, tags } }: { counted: Counted }) {
  const [params] = useSearchParams()
  // What nobody said anything of has no trend: the empty list says so once.
  if (all.every((count) => count === 0)) return null
  const cut = (tag: string) => {
    const next = new URLSearchParams(params)
    next.set('tag', tag)
    next.delete('after')
    return `?${next}`
  }
  const columns: Column<Counted['tags'][number]>[] = [
    custom('label', 'Tag', ({ code, label }) => <LinkOrText to={cut(code)}>{label}</LinkOrText>),
    // The week that runs comes first: it is what a narrow screen shows.
    ...weeks
      .map((week, index) =>
        custom<Counted['tags'][number]>(week, format().day(week, 'ofYear'), ({ counts }) => format().number(counts[index] ?? 0), {
          align: 'right',
        }),
      )
      .toReversed(),
  ]
  return (
    <div className="chart-cards chart-strip trends">
      <Card title="By week">
        <BarChart
          label="Feedback by week"
          heads={{ by: 'Week', value: 'Feedback' }}
          bars={weeks.map((week, index) => ({
            key: week,
            label: rangeWords(week, lastOf(week)),
            mark: format().day(week, 'ofYear'),
            value: all[index] ?? 0,
            before: null,
            words: format().number(all[index] ?? 0),
          }))}
          tickWords={(value) => format().number(value)}
        />
      </Card>
      <Card title="Tags by week" flush>
        <RowsTable label="Tags by week" columns={columns} rows={tags} keyOf={({ code }) => code} isWide />
      </Card>
    </div>
  )
}
