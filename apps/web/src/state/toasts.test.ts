import { expect, test } from 'vitest'
import { createStore } from '#app/store.ts'
import { heldSent } from './held.ts'
import { snackBarHidden, snackBarShown } from './snack-bar.ts'
import { toastDismissed, toastsReducer } from './toasts.ts'

const error = { message: 'Order FTK-1 was not accepted', variant: 'error', duration: Number.POSITIVE_INFINITY } as const
const messages = (store: ReturnType<typeof createStore>) => store.getState().toasts.list.map(({ message }) => message)

test('an error stays when the next message comes, and the snackbar tells the newest', () => {
  const store = createStore()
  store.dispatch(snackBarShown(error))
  store.dispatch(snackBarShown({ message: 'New order FTK-2' }, { label: 'View', entity: 'order', id: 'o2' }))
  expect(messages(store)).toEqual([error.message, 'New order FTK-2'])
  expect(store.getState().snackBar).toEqual({ show: true, variant: 'success', message: 'New order FTK-2', duration: 4000 })
  store.dispatch(snackBarHidden())
  expect(messages(store)).toEqual([error.message])
  expect(store.getState().snackBar.show).toBe(false)
  store.dispatch(toastDismissed(1))
  expect(messages(store)).toEqual([])
})

test('three that pass by themselves are enough; errors and what can be undone are never pushed out', () => {
  const store = createStore()
  store.dispatch(snackBarShown(error))
  store.dispatch(snackBarShown({ message: 'FTK-1 accepted', duration: 5000 }, { label: 'Undo', held: 'k1' }))
  for (const number of [1, 2, 3, 4]) store.dispatch(snackBarShown({ message: `New order ${number}` }))
  expect(messages(store)).toEqual([error.message, 'FTK-1 accepted', 'New order 2', 'New order 3', 'New order 4'])
  store.dispatch(heldSent('k1'))
  expect(messages(store)).not.toContain('FTK-1 accepted')
})

test('the same words twice are one message', () => {
  const store = createStore()
  store.dispatch(snackBarShown(error))
  store.dispatch(snackBarShown(error))
  expect(messages(store)).toEqual([error.message])
})

test('that the server did not answer is told until it does, and a moment longer; other errors stay', () => {
  const unanswered = (message: string, act?: Parameters<typeof snackBarShown>[1]) => snackBarShown({ ...error, message }, act, true)
  const read = (how: 'fulfilled' | 'rejected') => ({ type: `api/executeQuery/${how}` })
  const told = [
    snackBarShown(error),
    unanswered('Orders were not exported: no answer'),
    unanswered('F-1 was not closed: no answer', { label: 'Retry', run: () => {} }),
  ].reduce<ReturnType<typeof toastsReducer> | undefined>(toastsReducer, undefined)
  const after = (how: 'fulfilled' | 'rejected') => toastsReducer(told, read(how)).list.map(({ message, duration }) => [message, duration])
  expect(after('rejected').map(([, duration]) => duration)).toEqual(Array(3).fill(Number.POSITIVE_INFINITY))
  expect(after('fulfilled')).toEqual([
    [error.message, Number.POSITIVE_INFINITY],
    ['Orders were not exported: no answer', 10_000],
    ['F-1 was not closed: no answer', 10_000],
  ])
})

test('news of orders elsewhere is one message, and pushes out nothing that one did oneself', () => {
  const store = createStore()
  const news = (number: number) =>
    snackBarShown({ message: `New order FTK-${number}` }, { label: 'View', entity: 'order', id: `o${number}` }, false, 1)
  const own = ['FTK-1 accepted', 'FTK-2 accepted', 'FTK-3 accepted']
  for (const message of own) store.dispatch(snackBarShown({ message }))
  store.dispatch(news(4))
  expect(messages(store)).toEqual([...own, 'New order FTK-4'])
  store.dispatch(news(5))
  store.dispatch(news(6))
  expect(messages(store)).toEqual([...own, 'New order FTK-6 (and 2 more)'])
  expect(store.getState().snackBar.message).toBe('New order FTK-6')
  store.dispatch(snackBarShown({ message: 'FTK-7 accepted' }))
  expect(messages(store)).toEqual(['FTK-2 accepted', 'FTK-3 accepted', 'New order FTK-6 (and 2 more)', 'FTK-7 accepted'])
  store.dispatch(toastDismissed(6))
  expect(messages(store)).toEqual(['FTK-2 accepted', 'FTK-3 accepted', 'FTK-7 accepted'])
})
