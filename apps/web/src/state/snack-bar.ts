import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

export type SnackVariant = 'success' | 'error' | 'warning' | 'info'
export interface SnackBar {
  show: boolean
  variant: SnackVariant
  message: string
  /** Milliseconds until it hides by itself. */
  duration: number
}

const initialState: SnackBar = { show: false, variant: 'success', message: '', duration: 4000 }

const slice = createSlice({
  name: 'snackBar',
  initialState,
  reducers: {
    snackBarShown: (_state, action: PayloadAction<{ message: string; variant?: SnackVariant; duration?: number }>) => ({
      ...initialState,
      ...action.payload,
      show: true,
    }),
    snackBarHidden: (state) => {
      state.show = false
    },
  },
})

export const { snackBarShown, snackBarHidden } = slice.actions
export const snackBarReducer = slice.reducer
