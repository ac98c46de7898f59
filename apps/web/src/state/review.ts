import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

export interface ReviewFilter {
  /** 1 to 5: the verticals in their order. */
  storeType: number
  /** Stars, 0 = any. */
  rating: number
  /** `value` is a store's id, 0 = all. */
  store: { label: string; value: string | number }
}

const initialState: { filter: ReviewFilter } = { filter: { storeType: 1, rating: 0, store: { label: 'All', value: 0 } } }

const slice = createSlice({
  name: 'review',
  initialState,
  reducers: {
    reviewFilterSet: (state, action: PayloadAction<Partial<ReviewFilter>>) => {
      Object.assign(state.filter, action.payload)
    },
    reviewFilterReset: () => initialState,
  },
})

export const { reviewFilterSet, reviewFilterReset } = slice.actions
export const reviewReducer = slice.reducer
