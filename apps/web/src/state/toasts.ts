import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit'
import { heldEnded, heldSent } from './held.ts'
import { isAnswered } from './reads.ts'
import { type SnackBar, snackBarHidden, snackBarShown, type ToastAct } from './snack-bar.ts'

export interface Toast extends Omit<SnackBar, 'show'> {
  id: number
  act: ToastAct | null
  /** It says that the server did not answer, which is news only until it does. */
  isUnanswered: boolean
  /** Of how many orders elsewhere it is the news; 0 of what one did oneself. */
  news: number
}

export interface Toasts {
  /** Oldest first. */
  list: Toast[]
  /** The one that the snackbar tells at the moment. */
  shown: number | null
  count: number
}

/** More that go by themselves would hide the page. */
const mostPassing = 3
/** Milliseconds for which it is still told that the server did not answer once it does: whoever sees it can try again. */
const answeredMs = 10_000

const initialState: Toasts = { list: [], shown: null, count: 0 }

/**
 * Everything that was told and still stands. The `snackBar` slice holds one message, the newest, as the specification has it; here an
 * earlier one stays for its own time, and an error until it is closed.
 */
const slice = createSlice({
  name: 'toasts',
  initialState,
  reducers: {
    toastDismissed: (state, { payload }: PayloadAction<number>) => without(state, ({ id }) => id === payload),
  },
  extraReducers: (builder) => {
    builder
      .addCase(snackBarShown, (state, { payload, meta }) => {
        const { message, variant = 'success', duration = 4000 } = payload
        const id = state.count + 1
        // The same words again are the same message, told anew.
        const others = state.list.filter((each) => each.message !== message || each.variant !== variant)
        return { list: withoutOldest(folded(others, { id, message, variant, duration, ...meta })), shown: id, count: id }
      })
      .addCase(snackBarHidden, (state) => without(state, ({ id }) => id === state.shown))
      .addMatcher(isAnswered, ({ list }) => {
        for (const toast of list) {
          if (toast.isUnanswered) toast.duration = answeredMs
          toast.isUnanswered = false
        }
      })
      .addMatcher(isAnyOf(heldSent, heldEnded), (state, { payload }) =>
        without(state, ({ act }) => act !== null && 'held' in act && act.held === payload),
      )
  },
})

function without(state: Toasts, isGone: (toast: Toast) => boolean): Toasts {
  const list = state.list.filter((toast) => !isGone(toast))
  return { ...state, list, shown: list.some(({ id }) => id === state.shown) ? state.shown : null }
}

/** News of orders elsewhere is one message, however many come while it stands: the newest, and how many more. */
function folded(others: Toast[], told: Toast): Toast[] {
  const before = others.find(({ news }) => news > 0)
  if (told.news === 0 || !before) return [...others, told]
  const news = before.news + told.news
  return [...others.filter((each) => each !== before), { ...told, news, message: `${told.message} (and ${before.news} more)` }]
}

/** What is closed by hand stays, and so does what can be undone. */
function withoutOldest(list: Toast[]): Toast[] {
  const passing = list.filter(({ duration, act, news }) => news === 0 && Number.isFinite(duration) && !(act && 'held' in act))
  const excess = new Set(passing.slice(0, Math.max(0, passing.length - mostPassing)))
  return list.filter((each) => !excess.has(each))
}

export const { toastDismissed } = slice.actions
export const toastsReducer = slice.reducer
