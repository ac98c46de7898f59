import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

export type SnackVariant = 'success' | 'error' | 'warning' | 'info'
export interface SnackBar {
  show: boolean
  variant: SnackVariant
  message: string
  /** Milliseconds until it hides by itself. */
  duration: number
}

/** What can be done about a message: look at a record, undo an act that is held back, or something else. */
export type ToastAct = { label: string; entity: string; id: string } | { label: string; held: string } | { label: string; run: () => void }

interface SnackGiven {
  message: string
  variant?: SnackVariant
  duration?: number
}

const initialState: SnackBar = { show: false, variant: 'success', message: '', duration: 4000 }

const slice = createSlice({
  name: 'snackBar',
  initialState,
  reducers: {
    snackBarShown: {
      reducer: (_state, action: PayloadAction<SnackGiven, string, ToastAct | null>) => ({ ...initialState, ...action.payload, show: true }),
      /** What can be done about the message goes beside it: the slice holds what the specification names. */
      prepare: (payload: SnackGiven, act: ToastAct | null = null) => ({ payload, meta: act }),
    },
    snackBarHidden: (state) => {
      state.show = false
    },
  },
})

export const { snackBarShown, snackBarHidden } = slice.actions
export const snackBarReducer = slice.reducer
