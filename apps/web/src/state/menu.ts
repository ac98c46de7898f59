import type { categoryTypeContract, Output } from '@larder/contract'
import { createSlice } from '@reduxjs/toolkit'
import { readOf } from './reads.ts'

type Category = Output<typeof categoryTypeContract.list>['rows'][number]

const initialState: { categories: Category[] } = { categories: [] }

const slice = createSlice({
  name: 'menu',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder.addMatcher(readOf<typeof categoryTypeContract.list>('category-type.list'), (_state, action) => ({
      categories: action.payload.rows,
    }))
  },
})

export const menuReducer = slice.reducer
