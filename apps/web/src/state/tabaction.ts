import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

const slice = createSlice({
  name: 'tabaction',
  initialState: { tab: 'dashboard' },
  reducers: {
    tabSet: (state, action: PayloadAction<string>) => {
      state.tab = action.payload
    },
  },
})

export const { tabSet } = slice.actions
export const tabactionReducer = slice.reducer
