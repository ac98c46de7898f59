import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { snackBarShown } from '#state/snack-bar.ts'
import { renderAt, signedInStore } from '../../testing/render.tsx'
import { Toasts } from './toasts.tsx'

test('while a dialog hides the page from screen readers, what is told and what is news are for them as well', async () => {
  const store = signedInStore()
  renderAt('/', <Toasts />, { store })
  act(() => void store.dispatch(snackBarShown({ variant: 'success', message: 'Cuisine added', duration: 60_000 } as never)))
  await screen.findByText('Cuisine added')
  for (const each of document.querySelectorAll('.toasts')) each.setAttribute('aria-hidden', 'true')
  act(() => void store.dispatch(snackBarShown({ variant: 'info', message: 'Cuisine saved', duration: 60_000 } as never)))
  await screen.findByText('Cuisine saved')
  expect(document.querySelectorAll('.toasts[aria-hidden]')).toHaveLength(0)
})
