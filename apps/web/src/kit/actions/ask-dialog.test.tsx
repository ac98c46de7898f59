import { type OrderCard, orderClaimContract, orderContract, type Store, storeContract } from '@larder/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectionChanged } from '#state/live.ts'
import { type ApiServer, apiError, startApiServer } from '../../testing/api-server.ts'
import { renderAt } from '../../testing/render.tsx'
import { radioField, selectField } from '../fields/choice-fields.tsx'
import { customField, textField } from '../fields/fields.tsx'
import { useProposal } from '../fields/form/use-proposal.ts'
import { optionsFrom } from '../fields/options.ts'
import { action, confirmAction } from './action.ts'
import { ActionBar } from './action-bar.tsx'

const suspend = confirmAction(storeContract.suspend, { label: 'Suspend', question: () => 'It disappears.', asks: 'reason' })
const store = { id: 's1', version: 3, name: 'Dosa Pura', allowed: [{ action: 'suspend', because: null }] as Store['allowed'] }

const reject = confirmAction(orderContract.reject, {
  label: 'Reject order',
  question: () => 'Why?',
  wayOut: 'Keep order',
  asks: [
    selectField('reason', {
      label: 'Reason',
      options: optionsFrom(orderContract.reasons, {}, (all) => all.map(({ code, label }) => ({ value: code, label }))),
    }),
    textField('note', { multiline: true }),
  ],
})
const order = { id: 'o1', version: 2, number: 'F-1', allowed: [{ action: 'reject', because: null }] } as OrderCard

let server: ApiServer
beforeEach(async () => {
  server = await startApiServer({ 'GET /orders/reasons': 'hang up' })
})
afterEach(() => {
  sessionStorage.clear()
  return server.close()
})

const openDialog = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }))
  return within(await screen.findByRole('dialog', { name }))
}
const typeReason = (dialog: ReturnType<typeof within>, value: string) =>
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value } })

test('what was typed is back after the page was torn away, and says so; done, it is not kept any more', async () => {
  const first = renderAt('/', <ActionBar actions={[suspend]} row={store} />)
  typeReason(await openDialog('Suspend'), 'Kitchen closed by the')
  await waitFor(() => expect(sessionStorage).toHaveLength(1))
  first.unmount()
  server.answer({ 'POST /stores/s1/suspend': { ...store, version: 4 } })
  renderAt('/', <ActionBar actions={[suspend]} row={store} />)
  const back = await openDialog('Suspend')
  expect(back.getByText(/What you typed here before is back/)).toBeTruthy()
  expect(back.getByDisplayValue('Kitchen closed by the')).toBeTruthy()
  // It is text that was typed: Escape closes over it, and does not throw it away.
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const dialog = await openDialog('Suspend')
  expect(dialog.getByDisplayValue('Kitchen closed by the')).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Suspend' }))
  await waitFor(() => expect(server.seen.at(-1)?.body).toEqual({ version: 3, reason: 'Kitchen closed by the' }))
  await waitFor(() => expect(sessionStorage).toHaveLength(0))
})

test('what is discarded is let go, and another record or act has none of it', async () => {
  const { unmount } = renderAt('/', <ActionBar actions={[suspend]} row={store} />)
  const dialog = await openDialog('Suspend')
  typeReason(dialog, 'Fire')
  await waitFor(() => expect(sessionStorage).toHaveLength(1))
  unmount()
  const second = renderAt('/', <ActionBar actions={[suspend]} row={{ ...store, id: 's2' }} />)
  expect((await openDialog('Suspend')).getByLabelText('Reason')).toHaveProperty('value', '')
  second.unmount()
  renderAt('/', <ActionBar actions={[suspend]} row={store} />)
  fireEvent.click((await openDialog('Suspend')).getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(sessionStorage).toHaveLength(0))
})

test('what means this moment alone is not kept', async () => {
  const length = customField<'reason', string>('reason', {
    label: 'Reason',
    input: ({ onChange }) => (
      <button type="button" onClick={() => onChange('2026-11-22T10:00:00.000Z')}>
        For one hour
      </button>
    ),
    isFleeting: true,
  })
  const pause = confirmAction(storeContract.suspend, { label: 'Suspend', question: () => 'For how long?', asks: [length] })
  renderAt('/', <ActionBar actions={[pause]} row={store} />)
  fireEvent.click((await openDialog('Suspend')).getByRole('button', { name: 'For one hour' }))
  expect(sessionStorage).toHaveLength(0)
})

test('what a field proposes by itself was not typed: Escape closes over it, and it is not kept', async () => {
  const proposed = customField<'reason', string>('reason', {
    label: 'Reason',
    input: function Proposing(props) {
      useProposal(props, 'The nearest one')
      return <input aria-label="Reason" value={String(props.value ?? '')} onChange={(event) => props.onChange(event.target.value)} />
    },
  })
  const propose = confirmAction(storeContract.suspend, { label: 'Suspend', question: () => 'Who?', asks: [proposed] })
  renderAt('/', <ActionBar actions={[propose]} row={store} />)
  const dialog = await openDialog('Suspend')
  await waitFor(() => expect(dialog.getByLabelText('Reason')).toHaveProperty('value', 'The nearest one'))
  typeReason(dialog, 'Another one')
  await waitFor(() => expect(sessionStorage).toHaveLength(1))
  typeReason(dialog, 'The nearest one')
  await waitFor(() => expect(sessionStorage).toHaveLength(0))
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the focus is on the first field, also without its choices; the way out is no word of the act', async () => {
  renderAt('/', <ActionBar actions={[reject]} row={order} />)
  const dialog = await openDialog('Reject order')
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Reason')))
  // Its choices may have failed to load by now, with a button of their own.
  expect(dialog.getAllByRole('button', { name: /order$/ }).map(({ textContent }) => textContent)).toEqual(['Keep order', 'Reject order'])
})

test('choices that could not be read end in words and another try, of a list as of a radio group', async () => {
  const away = apiError({ kind: 'unavailable', reason: 'overloaded', message: 'Not now.' })
  server.answer({ 'GET /orders/reasons': [503, { error: away }] })
  const options = optionsFrom(orderContract.reasons, {}, (all) => all.map(({ code, label }) => ({ value: code, label })))
  const asks = [selectField('note', { options }), radioField('reason', { options })]
  const chosen = confirmAction(orderContract.reject, { label: 'Reject order', question: () => 'Why?', asks })
  renderAt('/', <ActionBar actions={[chosen]} row={order} />)
  const dialog = await openDialog('Reject order')
  const [again] = await dialog.findAllByRole('button', { name: 'Try again' })
  expect(dialog.getAllByText('Not now.')).toHaveLength(2)
  expect(screen.getByRole('dialog').querySelector('[aria-busy=true]')).toBeNull()
  server.answer({ 'GET /orders/reasons': [200, [{ code: 'late', label: 'Too late' }]] })
  if (again) fireEvent.click(again)
  expect(await dialog.findByRole('radio', { name: 'Too late' })).toBeTruthy()
  expect(dialog.queryByText('Not now.')).toBeNull()
})

test('who needs an approval is told by whom before anything is sent, and that it is done at once where there is nobody', async () => {
  const waiting = (by: string[]) => ({ ...store, allowed: [{ action: 'suspend', because: null, approval: { by } }] as Store['allowed'] })
  const { unmount } = renderAt('/', <ActionBar actions={[suspend]} row={waiting(['Accountant admin'])} />)
  expect((await openDialog('Suspend')).getByText(/^Needs the approval of Accountant admin\./)).toBeTruthy()
  unmount()
  renderAt('/', <ActionBar actions={[suspend]} row={waiting([])} />)
  const dialog = await openDialog('Suspend')
  expect(dialog.getByText(/^Nobody else could approve this: it is changed at once/)).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Send for approval' })).toBeNull()
})

test('what waits though nobody could approve it now says why, and is sent as a request all the same', async () => {
  const waits = 'Priya suspended Arun on Nov 26, 2026. Without that Arun could approve this.'
  const allowed = [{ action: 'suspend', because: null, approval: { by: [], waits } }] as Store['allowed']
  renderAt('/', <ActionBar actions={[suspend]} row={{ ...store, allowed }} />)
  const dialog = await openDialog('Suspend')
  expect(dialog.getByText(`Needs the approval of somebody else. ${waits} Nothing changes until then.`)).toBeTruthy()
  expect(dialog.queryByText(/^Nobody else could approve this/)).toBeNull()
  expect(dialog.getByRole('button', { name: 'Send for approval' })).toBeTruthy()
})

test('what turns out to need an approval once it is sent can be asked for at once, with what was typed', async () => {
  const message = 'Suspend a store: this needs the approval of Role of Binu. Send it as a request.'
  const error = apiError({ kind: 'refused', reason: 'needs-approval', message })
  server.answer({ 'POST /stores/s1/suspend': [409, { error }], 'POST /approvals': { id: 'a1' } })
  const { store: state } = renderAt('/', <ActionBar actions={[suspend]} row={store} />)
  const dialog = await openDialog('Suspend')
  typeReason(dialog, 'Kitchen closed')
  fireEvent.click(dialog.getByRole('button', { name: 'Suspend' }))
  const request = await screen.findByRole('button', { name: 'Send for approval' })
  expect(screen.getByText(message)).toBeTruthy()
  fireEvent.click(request)
  await waitFor(() => expect(state.getState().snackBar.message).toBe('Sent for approval'))
  const body = { version: 3, reason: 'Kitchen closed' }
  expect(server.seen.at(-1)?.body).toEqual({ operation: 'store.suspend', params: { id: 's1' }, body, reason: 'Kitchen closed' })
})

test('what is typed that takes another person says so and is sent as a request at once', async () => {
  const needs = (_: Store, { reason }: Record<string, unknown>) => (reason === 'For good' ? 'It is more than you may alone.' : null)
  const beyond = confirmAction(storeContract.suspend, { label: 'Suspend', question: () => 'It disappears.', asks: 'reason', needs })
  server.answer({ 'POST /approvals': { id: 'a1' } })
  renderAt('/', <ActionBar actions={[beyond]} row={store as Store} />)
  const dialog = await openDialog('Suspend')
  typeReason(dialog, 'For a day')
  expect(dialog.queryByRole('button', { name: 'Send for approval' })).toBeNull()
  typeReason(dialog, 'For good')
  expect(await dialog.findByText('It is more than you may alone.')).toBeTruthy()
  expect(dialog.getAllByRole('textbox'), 'its own reason is asked once').toHaveLength(1)
  fireEvent.click(dialog.getByRole('button', { name: 'Send for approval' }))
  const body = { version: 3, reason: 'For good' }
  const sent = { operation: 'store.suspend', params: { id: 's1' }, body, reason: 'For good' }
  await waitFor(() => expect(server.callsOf('POST /approvals').at(-1)?.body).toEqual(sent))
})

test('so can one that asks nothing, from where its refusal is told', async () => {
  const error = apiError({ kind: 'refused', reason: 'needs-approval', message: 'Claim: this needs an approval.' })
  server.answer({ 'POST /orders/o1/claim': [409, { error }], 'POST /approvals': { id: 'a1' } })
  const claim = action(orderClaimContract.claim, { label: 'Claim' })
  const row = { ...order, allowed: [{ action: 'claim', because: null }] } as OrderCard
  const { store: state } = renderAt('/', <ActionBar actions={[claim]} row={row} />)
  fireEvent.click(screen.getByRole('button', { name: 'Claim' }))
  await waitFor(() => expect(state.getState().toasts.list.at(-1)?.act).toMatchObject({ label: 'Ask for approval' }))
  const told = state.getState().toasts.list.at(-1)?.act
  act(() => told && 'run' in told && told.run())
  const request = within(await screen.findByRole('dialog', { name: 'Claim' }))
  typeReason(request, 'It is mine')
  fireEvent.click(request.getByRole('button', { name: 'Send for approval' }))
  await waitFor(() =>
    expect(server.seen.at(-1)?.body).toMatchObject({ operation: 'order.claim', reason: 'It is mine', body: { version: 2 } }),
  )
})

test('what keeps it from being sent gets the focus: the field that is wrong, though it is not the first, else the conflict', async () => {
  const claim = confirmAction(orderClaimContract.claim, { label: 'Claim', question: () => 'It is yours then.' })
  const asked = { ...order, allowed: [{ action: 'claim', because: null, approval: { by: ['Lead'] } }] } as OrderCard
  const first = renderAt('/', <ActionBar actions={[claim]} row={asked} />)
  const request = await openDialog('Claim')
  fireEvent.click(request.getByRole('button', { name: 'Send for approval' }))
  expect(await request.findByText('Reason is required')).toBeTruthy()
  expect(server.callsOf('POST /approvals')).toEqual([])
  first.unmount()

  const noted = confirmAction(orderContract.cancel, {
    label: 'Cancel order',
    question: () => 'Why?',
    asks: [textField('reason'), textField('note')],
  })
  const row = { ...order, allowed: [{ action: 'cancel', because: null }] } as OrderCard
  const wrong = apiError({ kind: 'invalid', message: 'Not valid.', fields: { 'body.note': 'is too long' } })
  const moved = apiError({ kind: 'stale', message: 'Thomas edited it.', current: { ...row, version: 3 } })
  server.answer({ 'POST /orders/o1/cancel': [422, { error: wrong }] })
  renderAt('/', <ActionBar actions={[noted]} row={row} />)
  const dialog = await openDialog('Cancel order')
  typeReason(dialog, 'late')
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel order' }))
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Note')))
  server.answer({ 'POST /orders/o1/cancel': [409, { error: moved }] })
  fireEvent.change(dialog.getByLabelText('Note'), { target: { value: 'Waits' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel order' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Thomas edited it.'))
})

test('what needs another person after all is asked for with the reason that was chosen, and with no other', async () => {
  const options = [{ value: 'changed-mind', label: 'Changed their mind' }]
  const cancel = confirmAction(orderContract.cancel, {
    label: 'Cancel order',
    question: () => 'Why?',
    asks: [radioField('reason', { label: 'Reason', options }), textField('note')],
  })
  const row = { ...order, allowed: [{ action: 'cancel', because: null }] } as OrderCard
  const needed = apiError({ kind: 'refused', reason: 'needs-approval', message: 'It needs the approval of Lead.' })
  server.answer({ 'POST /orders/o1/cancel': [409, { error: needed }], 'POST /approvals': { id: 'a1', version: 1 } })
  renderAt('/', <ActionBar actions={[cancel]} row={row} />)
  const dialog = await openDialog('Cancel order')
  fireEvent.click(dialog.getByRole('radio', { name: 'Changed their mind' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel order' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Send for approval' }))
  await waitFor(() => expect(server.callsOf('POST /approvals')).toHaveLength(1))
  const body = { version: 2, reason: 'changed-mind' }
  expect(server.seen.at(-1)?.body).toMatchObject({ operation: 'order.cancel', params: { id: 'o1' }, body, reason: 'Changed their mind' })
})

test('that the server did not answer is no longer said once the connection is back; what was typed is', async () => {
  server.answer({ 'POST /stores/s1/suspend': 'hang up' })
  const { store: state } = renderAt('/', <ActionBar actions={[suspend]} row={store} />)
  act(() => void state.dispatch(connectionChanged('connected')))
  const dialog = await openDialog('Suspend')
  typeReason(dialog, 'Kitchen closed')
  act(() => void state.dispatch(connectionChanged('disconnected')))
  fireEvent.click(dialog.getByRole('button', { name: 'Suspend' }))
  await dialog.findByText(/^The server did not answer\. .* What you typed is kept\.$/)
  act(() => void state.dispatch(connectionChanged('connected')))
  await waitFor(() => expect(dialog.queryByText(/The server did not answer/)).toBeNull())
  expect(dialog.getByDisplayValue('Kitchen closed')).toBeTruthy()
})

test('nobody who typed nothing is told that it is kept', async () => {
  server.answer({ 'POST /stores/s1/suspend': 'hang up' })
  const plain = confirmAction(storeContract.suspend, {
    label: 'Suspend',
    question: () => 'It disappears.',
    body: () => ({ reason: 'Fire' }),
  })
  renderAt('/', <ActionBar actions={[plain]} row={store} />)
  const dialog = await openDialog('Suspend')
  fireEvent.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect(await dialog.findByText('The server did not answer. Try again when the connection is back.')).toBeTruthy()
})
