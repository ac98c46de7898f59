import { configureStore } from '@reduxjs/toolkit'
import { setupListeners } from '@reduxjs/toolkit/query'
import { useSelector } from 'react-redux'
import { api } from '#api/client.ts'
import { readOverdue } from '#api/overdue.ts'
import { adoptConventions, initialConventions } from '#kit/format.ts'
import { customizationReducer } from '#state/customization.ts'
import { dashboardReducer } from '#state/dashboard.ts'
import { heldReducer } from '#state/held.ts'
import { liveReducer } from '#state/live.ts'
import { loggedReducer } from '#state/logged.ts'
import { menuReducer } from '#state/menu.ts'
import { orderReducer } from '#state/order.ts'
import { preferenceReducer } from '#state/preference.ts'
import { reviewReducer } from '#state/review.ts'
import { snackBarReducer } from '#state/snack-bar.ts'
import { tabactionReducer } from '#state/tabaction.ts'
import { toastsReducer } from '#state/toasts.ts'
import { keepPreferences, storedPreferences } from './stored-preferences.ts'

/** The whole state: the specification's eight slices by their names, the live connection, what the person prefers, what stands in the queue of
 * toasts, what can still be undone, the server's data. */
export function createStore() {
  const store = configureStore({
    reducer: {
      logged: loggedReducer,
      snackBar: snackBarReducer,
      customization: customizationReducer,
      menu: menuReducer,
      order: orderReducer,
      dashboard: dashboardReducer,
      tabaction: tabactionReducer,
      review: reviewReducer,
      live: liveReducer,
      preference: preferenceReducer,
      toasts: toastsReducer,
      held: heldReducer,
      api: api.reducer,
    },
    // What a toast offers to do may be a function: the queue is not kept, nor sent anywhere.
    middleware: (defaults) =>
      defaults({ serializableCheck: { ignoredActionPaths: ['meta'], ignoredPaths: ['toasts'] } }).concat(readOverdue, api.middleware),
    preloadedState: storedPreferences(),
  })
  setupListeners(store.dispatch)
  keepPreferences(store)
  store.subscribe(() => followConventions(store.getState()))
  followConventions(store.getState())
  return store
}

/** Numbers, days and times are written as the installation of whoever is signed in does, by the clock that they prefer. */
function followConventions({ logged, preference }: Pick<AppState, 'logged' | 'preference'>): void {
  const own = logged.me?.installation.conventions ?? initialConventions
  adoptConventions(preference.clock === 'installation' ? own : { ...own, clock: preference.clock })
}

export type AppStore = ReturnType<typeof createStore>
export type AppState = ReturnType<AppStore['getState']>
export const useAppState = useSelector.withTypes<AppState>()
