import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStore } from '#app/store.ts'
import { person } from '../testing/render.tsx'
import { borderRadiusSet, fontFamilySet, menuOpened, openedSet } from './customization.ts'
import { orderFilterReset, orderFilterSet } from './dashboard.ts'
import { loggedIn, loggedOut } from './logged.ts'
import { reviewFilterReset, reviewFilterSet } from './review.ts'
import { snackBarHidden, snackBarShown } from './snack-bar.ts'
import { tabSet } from './tabaction.ts'

const now = '2026-11-20T13:41:00.000Z'
beforeEach(() => vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

test('the eight slices have the names and initial values of the specification', () => {
  const { live, preference, toasts, held, api, ...slices } = createStore().getState()
  expect(slices).toEqual({
    logged: { isLogged: false, key: '', role: '', isAdmin: false, me: null },
    snackBar: { show: false, variant: 'success', message: '', duration: 4000 },
    customization: { isOpen: [], defaultId: 'default', fontFamily: 'Roboto, sans-serif', borderRadius: 12, opened: true },
    menu: { categories: [] },
    order: { tails: {} },
    dashboard: { OrderList: [], filter: { from: now, to: now, status: 'All', order_type: 'all' } },
    tabaction: { tab: 'dashboard' },
    review: { filter: { storeType: 1, rating: 0, store: { label: 'All', value: 0 } } },
  })
})

test('signing in keeps the whole payload, signing out clears it', () => {
  const store = createStore()
  const payload = person({ isAdmin: false, role: 'office-staff' })
  store.dispatch(loggedIn({ ...payload, expiresAt: now }))
  expect(store.getState().logged).toEqual({
    isLogged: true,
    key: 'token-1',
    role: 'office-staff',
    isAdmin: false,
    me: { ...payload, expiresAt: now },
  })
  store.dispatch(loggedOut())
  expect(store.getState().logged).toEqual({ isLogged: false, key: '', role: '', isAdmin: false, me: null })
})

test('the snackbar takes 4000 ms unless told, and hides', () => {
  const store = createStore()
  store.dispatch(snackBarShown({ message: 'Saved' }))
  expect(store.getState().snackBar).toEqual({ show: true, variant: 'success', message: 'Saved', duration: 4000 })
  store.dispatch(snackBarShown({ message: 'No', variant: 'error', duration: 9000 }))
  expect(store.getState().snackBar).toEqual({ show: true, variant: 'error', message: 'No', duration: 9000 })
  store.dispatch(snackBarHidden())
  expect(store.getState().snackBar.show).toBe(false)
})

test('the customization holds one open menu and takes each setting', () => {
  const store = createStore()
  for (const action of [menuOpened('orders'), menuOpened('stores'), openedSet(false), fontFamilySet('Verdana'), borderRadiusSet(4)])
    store.dispatch(action)
  expect(store.getState().customization).toEqual({
    isOpen: ['stores'],
    defaultId: 'default',
    fontFamily: 'Verdana',
    borderRadius: 4,
    opened: false,
  })
})

test('the order filter is set one field at a time and reset', () => {
  const store = createStore()
  store.dispatch(orderFilterSet({ field: 'status', value: 'late' }))
  store.dispatch(orderFilterSet({ field: 'order_type', value: 'pickup' }))
  expect(store.getState().dashboard.filter).toEqual({ from: now, to: now, status: 'late', order_type: 'pickup' })
  const later = '2026-11-20T14:00:00.000Z'
  vi.setSystemTime(new Date(later))
  store.dispatch(orderFilterReset())
  expect(store.getState().dashboard.filter).toEqual({ from: later, to: later, status: 'All', order_type: 'all' })
})

test('the review filter and the active tab', () => {
  const store = createStore()
  store.dispatch(reviewFilterSet({ rating: 4 }))
  expect(store.getState().review.filter).toEqual({ storeType: 1, rating: 4, store: { label: 'All', value: 0 } })
  store.dispatch(reviewFilterReset())
  expect(store.getState().review.filter.rating).toBe(0)
  store.dispatch(tabSet('orders'))
  expect(store.getState().tabaction).toEqual({ tab: 'orders' })
})
