import type { Order, orderContract } from '@larder/contract'
import { createSlice } from '@reduxjs/toolkit'
import { readOf } from './reads.ts'

/** The order that was read last, whole; empty before the first. */
const initialState: { tails: Order | Record<string, never> } = { tails: {} }

const slice = createSlice({
  name: 'order',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder.addMatcher(readOf<typeof orderContract.get>('order.get'), (_state, action) => ({ tails: action.payload }))
  },
})

export const orderReducer = slice.reducer
