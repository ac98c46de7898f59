import { currentInstant, type Instant, type OrderRow, type orderContract } from '@larder/contract'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { readOf } from './reads.ts'

export interface OrderFilter {
  from: Instant
  to: Instant
  status: string
  order_type: string
}

const defaultFilter = (): OrderFilter => ({ from: currentInstant(), to: currentInstant(), status: 'All', order_type: 'all' })

const slice = createSlice({
  name: 'dashboard',
  initialState: (): { OrderList: OrderRow[]; filter: OrderFilter } => ({ OrderList: [], filter: defaultFilter() }),
  reducers: {
    orderFilterSet: <K extends keyof OrderFilter>(
      state: { filter: OrderFilter },
      action: PayloadAction<{ field: K; value: OrderFilter[K] }>,
    ) => {
      state.filter[action.payload.field] = action.payload.value
    },
    orderFilterReset: (state) => {
      state.filter = defaultFilter()
    },
  },
  extraReducers: (builder) => {
    builder.addMatcher(readOf<typeof orderContract.list>('order.list'), (state, action) => {
      state.OrderList = action.payload.rows
    })
  },
})

export const { orderFilterSet, orderFilterReset } = slice.actions
export const dashboardReducer = slice.reducer
