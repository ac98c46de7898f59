import { feedbackContract } from '@larder/contract'
import { historyOf } from '#kit/resource/form/draft.ts'
import { ListScreen } from '#kit/resource/list/list-screen.tsx'
import { prepareRows } from '#kit/resource/rows/prepare-rows.ts'
import type { HistoryOf, Prepare } from '#kit/visit.ts'
import { feedback } from './feedback.resource.tsx'
import { FeedbackTrends, trendsAsked } from './feedback-trends.tsx'

export const prepare: Prepare = (visit) => {
  visit.read(feedbackContract.trends, trendsAsked(Object.fromEntries(visit.address.searchParams)))
  prepareRows(feedback)(visit)
}

export const history: HistoryOf = () => historyOf(feedback)

/** What customers say, and how much of it there is by week and tag. */
export default function FeedbackScreen() {
  return (
    <ListScreen resource={feedback} room={[314, 323]}>
      {(asked) => <FeedbackTrends asked={asked} />}
    </ListScreen>
  )
}
