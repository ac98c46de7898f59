import { type Store, storeContract } from '@larder/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ApiServer, apiError, startApiServer } from '../../testing/api-server.ts'
import { person, renderAt } from '../../testing/render.tsx'
import { textField } from '../fields/fields.tsx'
import { action, confirmAction } from './action.ts'
import { ActionBar } from './action-bar.tsx'

const suspend = confirmAction(storeContract.suspend, {
  label: 'Suspend',
  tone: 'danger',
  question: () => 'It disappears from the marketplace.',
  asks: 'reason',
})
const reinstate = confirmAction(storeContract.reinstate, {
  label: 'Reinstate',
  question: () => 'It comes back to the marketplace.',
  asks: [textField('reason')],
})
const pause = action(storeContract.setOpenMode, {
  label: 'Pause',
  tone: 'primary',
  body: (store: Pick<Store, 'id' | 'version' | 'name'>) => ({ mode: 'paused', reason: `${store.name} asked` }),
  done: (store) => `${store.name} is paused`,
})
const row = (allowed: Store['allowed'], version = 3) => ({ id: 's1', version, name: 'Dosa Pura', allowed })
const may = (action: string, because: string | null = null) => ({ action, because })

const namesOfButtons = () =>
  screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.firstChild?.textContent)

let server: ApiServer
beforeEach(async () => {
  server = await startApiServer({})
})
afterEach(() => server.close())

test('absent where the server does not name it or the role never may; what the state forbids is folded away with its reason', async () => {
  const actions = [suspend, reinstate, pause]
  const allowed = [may('suspend'), may('reinstate', 'It is not suspended.')]
  const { unmount } = renderAt('/', <ActionBar actions={actions} row={row(allowed)} />)
  expect(namesOfButtons()).toEqual(['Suspend', 'More actions'])
  fireEvent.click(screen.getByRole('button', { name: 'More actions' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: /^Why not\?/ }))
  const answer = within(await screen.findByRole('dialog', { name: 'What cannot be done now' }))
  expect(answer.getByText('It is not suspended.')).toBeTruthy()
  expect(answer.getByText('Reinstate')).toBeTruthy()
  unmount()
  const further = { key: 'again', label: 'Order again', because: 'It never opens.', onSelect: () => {} }
  const also = renderAt(
    '/',
    <ActionBar actions={[suspend]} row={row(allowed)} also={[further, { ...further, label: 'Print', because: null }]} />,
  )
  fireEvent.click(screen.getByRole('button', { name: 'More actions' }))
  expect(await screen.findByRole('menuitem', { name: 'Print' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Order again' })).toBeNull()
  fireEvent.click(screen.getByRole('menuitem', { name: /^Why not\?/ }))
  expect(within(await screen.findByRole('dialog', { name: 'What cannot be done now' })).getByText('It never opens.')).toBeTruthy()
  also.unmount()
  const who = person({ isAdmin: false, permissions: ['store.operate'] })
  renderAt('/', <ActionBar actions={actions} row={row([may('suspend'), may('setOpenMode')])} />, { who })
  expect(namesOfButtons()).toEqual(['Pause'])
})

test('an act that needs no question runs at once with the version of its row', async () => {
  server.answer({ 'POST /stores/s1/open-mode': row([]) })
  const { store } = renderAt('/', <ActionBar actions={[pause]} row={row([may('setOpenMode')])} />)
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }))
  await waitFor(() => expect(store.getState().snackBar).toMatchObject({ message: 'Dosa Pura is paused', variant: 'success' }))
  expect(server.seen[0]?.body).toEqual({ version: 3, mode: 'paused', reason: 'Dosa Pura asked' })
})

test('what asks a reason wants one, and sends it', async () => {
  server.answer({ 'POST /stores/s1/suspend': row([]) })
  renderAt('/', <ActionBar actions={[suspend]} row={row([may('suspend')])} />)
  fireEvent.click(screen.getByRole('button', { name: 'Suspend' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect(await dialog.findByText('Reason is required')).toBeTruthy()
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'Expired licence' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Suspend' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.seen.at(-1)?.body).toEqual({ version: 3, reason: 'Expired licence' })
})

test('what was emptied is missing: it is not sent as it was, and Escape does not throw away what was typed', async () => {
  const rename = confirmAction(storeContract.suspend, {
    label: 'Suspend',
    question: () => 'Why?',
    body: () => ({ reason: 'The reason before' }),
    asks: 'reason',
  })
  renderAt('/', <ActionBar actions={[rename]} row={row([may('suspend')])} />)
  fireEvent.click(screen.getByRole('button', { name: 'Suspend' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByDisplayValue('The reason before'), { target: { value: '' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect(await dialog.findByText('Reason is required')).toBeTruthy()
  expect(server.seen).toHaveLength(0)
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Suspend' }))
  expect(within(await screen.findByRole('dialog')).getByLabelText('Reason')).toHaveProperty('value', '')
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
})

test('a refusal that stands at its field is not told twice', async () => {
  const error = apiError({ kind: 'invalid', message: 'body.reason is too short.', fields: { 'body.reason': 'is too short' } })
  server.answer({ 'POST /stores/s1/suspend': [422, { error }] })
  renderAt('/', <ActionBar actions={[suspend]} row={row([may('suspend')])} />)
  fireEvent.click(screen.getByRole('button', { name: 'Suspend' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'x' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect(await dialog.findByText('Reason is too short')).toBeTruthy()
  expect(dialog.queryByText(/body\.reason/)).toBeNull()
})

test('a stale answer keeps the typed text in the dialog and the second try is the newest version', async () => {
  const error = apiError({ kind: 'stale', message: 'Arun Das paused it a moment ago.', current: row([], 4) })
  server.answer({ 'POST /stores/s1/suspend': [409, { error }] })
  renderAt('/', <ActionBar actions={[suspend]} row={row([may('suspend')])} />)
  fireEvent.click(screen.getByRole('button', { name: 'Suspend' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'Fire' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect(await dialog.findByText('Arun Das paused it a moment ago.')).toBeTruthy()
  expect(dialog.getByDisplayValue('Fire')).toBeTruthy()
  server.answer({ 'POST /stores/s1/suspend': row([], 5) })
  fireEvent.click(dialog.getByRole('button', { name: 'Suspend anyway' }))
  await waitFor(() => expect(server.seen.at(-1)?.body).toEqual({ version: 4, reason: 'Fire' }))
})

test('the likely act comes first; what does not fit is in a menu that works', async () => {
  server.answer({ 'POST /stores/s1/reinstate': row([]) })
  renderAt(
    '/',
    <ActionBar actions={[suspend, reinstate, pause]} row={row([may('suspend'), may('reinstate'), may('setOpenMode')])} max={1} />,
  )
  expect(namesOfButtons()).toEqual(['Pause', 'More actions'])
  fireEvent.click(screen.getByRole('button', { name: 'More actions' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Reinstate' }))
  expect(await screen.findByLabelText('Reason')).toBeTruthy()
})

test('the likely act has a key, which somebody who types does not press', async () => {
  server.answer({ 'POST /stores/s1/open-mode': row([]) })
  renderAt(
    '/',
    <>
      <ActionBar actions={[suspend, pause]} row={row([may('suspend'), may('setOpenMode')])} />
      <input aria-label="Something else" />
    </>,
  )
  const button = screen.getByRole('button', { name: 'Pause' })
  expect(button.getAttribute('aria-keyshortcuts')).toBe('a')
  fireEvent.keyDown(screen.getByLabelText('Something else'), { key: 'a' })
  expect(server.seen).toHaveLength(0)
  fireEvent.keyDown(document.body, { key: 'a' })
  await waitFor(() => expect(server.seen).toHaveLength(1))
})

test('what the newer state forbids has no second try', async () => {
  const newest = { ...row([may('suspend', 'It is suspended.')], 4) }
  const error = apiError({ kind: 'stale', message: 'Arun Das suspended it a moment ago.', current: newest })
  server.answer({ 'POST /stores/s1/suspend': [409, { error }] })
  renderAt('/', <ActionBar actions={[suspend]} row={row([may('suspend')])} />)
  fireEvent.click(screen.getByRole('button', { name: 'Suspend' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'Fire' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect(await dialog.findByText('Arun Das suspended it a moment ago.')).toBeTruthy()
  expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Cancel'])
})

test('a refusal without a dialog names the record, stays, and offers a second try where one is left', async () => {
  const error = apiError({ kind: 'stale', message: 'Arun Das changed it.', current: row([may('setOpenMode')], 4) })
  server.answer({ 'POST /stores/s1/open-mode': [409, { error }] })
  const { store } = renderAt('/', <ActionBar actions={[pause]} row={row([may('setOpenMode')])} />)
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }))
  const toast = () => store.getState().toasts.list.at(-1)
  await waitFor(() => expect(toast()?.message).toBe('Pause did not work for Dosa Pura: Arun Das changed it.'))
  expect(toast()).toMatchObject({ variant: 'error', duration: Number.POSITIVE_INFINITY, act: { label: 'Retry' } })
  server.answer({ 'POST /stores/s1/open-mode': row([], 5) })
  const act = toast()?.act
  if (act && 'run' in act) act.run()
  await waitFor(() => expect(server.seen.at(-1)?.body).toMatchObject({ version: 4 }))
})
