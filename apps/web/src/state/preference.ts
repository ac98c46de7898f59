import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

export type ColourMode = 'light' | 'dark' | 'system'

/** What a person prefers on this device, beside the specification's slices. */
const initialState: { mode: ColourMode } = { mode: 'system' }

const slice = createSlice({
  name: 'preference',
  initialState,
  reducers: {
    modeSet: (state, action: PayloadAction<ColourMode>) => {
      state.mode = action.payload
    },
  },
})

export const { modeSet } = slice.actions
export const preferenceReducer = slice.reducer
