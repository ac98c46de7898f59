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

/** What goes beside a message: what can be done about it, and whether it is that the server did not answer. */
interface Beside {
  act: ToastAct | null
  isUnanswered: boolean
  /** Of how many orders elsewhere it is the news; 0 of what one did oneself. */
  news: number
}

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
      reducer: (_state, action: PayloadAction<SnackGiven, string, Beside>) => ({ ...initialState, ...action.payload, show: true }),
      /** What is not in the specification goes beside the message: the slice holds what that names. */
      prepare: (payload: SnackGiven, act: ToastAct | null = null, isUnanswered = false, news = 0) => ({
        payload,
        meta: { act, isUnanswered, news },
      }),
    },
    snackBarHidden: (state) => {
      state.show = false
    },
  },
})

export const { snackBarShown, snackBarHidden } = slice.actions
export const snackBarReducer = slice.reducer
