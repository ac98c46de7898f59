import { storeContract, type Vertical, verticalKeys } from '@larder/contract'
import { useEffect } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { useSearchParams } from 'react-router'
import { useRead } from '#api/client.ts'
import { type ReviewFilter, reviewFilterSet } from '#state/review.ts'

/** Keeps the specification's review filter (slice `review`) in step with the address, which leads; of all verticals it keeps the last one. */
export function useReviewFilter(): void {
  const [params] = useSearchParams()
  const filter = useSelector(({ review }: { review: { filter: ReviewFilter } }) => review.filter)
  const dispatch = useDispatch()
  const storeId = params.get('storeId')
  const { data: chosen } = useRead(storeContract.get, storeId ? { params: { id: storeId } } : null)
  const storeType = verticalKeys.indexOf(params.get('vertical') as Vertical) + 1 || filter.storeType
  const rating = Number(params.get('rating') ?? 0)
  const label = storeId ? (chosen?.name ?? filter.store.label) : 'All'
  const value = storeId ?? 0
  const isSame = storeType === filter.storeType && rating === filter.rating && label === filter.store.label && value === filter.store.value
  useEffect(() => {
    if (!isSame) dispatch(reviewFilterSet({ storeType, rating, store: { label, value } }))
  }, [dispatch, isSame, storeType, rating, label, value])
}
