import { verticalKeys } from '@larder/contract'
import { historyOf } from '#kit/resource/form/draft.ts'
import { ListScreen } from '#kit/resource/list/list-screen.tsx'
import { prepareRows } from '#kit/resource/rows/prepare-rows.ts'
import type { HistoryOf, Prepare } from '#kit/visit.ts'
import { reviews } from './reviews.resource.tsx'
import { useReviewFilter } from './use-review-filter.ts'

export const history: HistoryOf = () => historyOf(reviews)

/** An address without any query takes the filter that was used last, at first that of restaurants. */
export const prepare: Prepare = (visit) => {
  const { address, state } = visit
  const { storeType, rating, store } = state.review.filter
  const query = new URLSearchParams({ vertical: verticalKeys[storeType - 1] ?? '' })
  if (rating > 0) query.set('rating', String(rating))
  if (store.value !== 0) query.set('storeId', String(store.value))
  if (address.search === '') visit.redirect(`${address.pathname}?${query}`)
  prepareRows(reviews)(visit)
}

/** What customers say: approved, hidden and answered. */
export default function ReviewsScreen() {
  useReviewFilter()
  return <ListScreen resource={reviews} />
}
