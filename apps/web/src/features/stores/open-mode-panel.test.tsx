import { storeContract } from '@larder/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useRead } from '#api/client.ts'
import { sendHeld, undoHeld } from '#api/held.ts'
import { ActionBar } from '#kit/actions/action-bar.tsx'
import { type ApiServer, startApiServer } from '../../testing/api-server.ts'
import { renderAt } from '../../testing/render.tsx'
import { reopen } from './open-mode-acts.tsx'
import { OpenModePanel } from './open-mode-panel.tsx'
import { TakingOrders } from './taking-orders.tsx'

const paused = {
  id: 's1',
  version: 3,
  name: 'Ambika Vegetarian',
  status: 'live',
  openMode: 'paused',
  openModeUntil: null,
  isOpenNow: false,
  timeZone: 'Asia/Kolkata',
  allowed: [{ action: 'setOpenMode', because: null }],
}

function Screen() {
  const { data } = useRead(storeContract.get, { params: { id: 's1' as never } })
  return (
    data && (
      <>
        <TakingOrders store={data} />
        <OpenModePanel store={data} />
      </>
    )
  )
}

let server: ApiServer
afterEach(() => server.close())

test.each([
  ['within its hours', true, 'Ambika Vegetarian is open now', 'Open'],
  ['outside of them', false, 'Ambika Vegetarian is open within its hours', 'Outside hours'],
])('a store that is opened %s is told as its chip shows it', async (_, isWithinHours, told, chip) => {
  server = await startApiServer({ 'GET /stores/s1': { ...paused, isWithinHours } })
  const { store, container } = renderAt('/', <Screen />)
  fireEvent.click(await screen.findByRole('button', { name: 'Open' }))
  await waitFor(() => expect(store.getState().snackBar.message).toBe(told))
  expect(container.querySelector('.chip')?.textContent).toBe(chip)
  undoHeld(store.dispatch, store.getState().held[0]?.key ?? '')
})

test.each([
  [true, 'Open'],
  [false, 'Outside hours'],
])('reopened from its row, within its hours or not (%s), its chip is what the server will say', async (isWithinHours, chip) => {
  server = await startApiServer({ 'GET /stores/s1': { ...paused, isWithinHours } })
  function RowOf() {
    const { data } = useRead(storeContract.get, { params: { id: 's1' as never } })
    return (
      data && (
        <>
          <TakingOrders store={data} />
          <ActionBar actions={[reopen]} row={data} />
        </>
      )
    )
  }
  const { store, container } = renderAt('/', <RowOf />)
  fireEvent.click(await screen.findByRole('button', { name: 'Reopen' }))
  fireEvent.click(within(await screen.findByRole('dialog', { name: 'Reopen' })).getByRole('button', { name: 'Reopen' }))
  await waitFor(() => expect(store.getState().snackBar.message).toBe('Ambika Vegetarian is open'))
  expect(container.querySelector('.chip')?.textContent).toBe(chip)
  undoHeld(store.dispatch, store.getState().held[0]?.key ?? '')
})

test('why a store is paused is asked with for how long, and sent', async () => {
  server = await startApiServer({ 'GET /stores/s1': { ...paused, openMode: 'open', isOpenNow: true }, 'POST /stores/s1/open-mode': paused })
  const { store } = renderAt('/', <Screen />)
  fireEvent.click(await screen.findByRole('button', { name: 'Paused' }))
  fireEvent.change(await screen.findByRole('textbox', { name: 'Reason' }), { target: { value: ' Gas ran out ' } })
  fireEvent.click(screen.getByRole('button', { name: 'until reopened' }))
  expect(await screen.findByText(/Gas ran out/)).toBeTruthy()
  sendHeld(store.getState().held[0]?.key ?? '')
  await waitFor(() => expect(server.callsOf('POST /stores/s1/open-mode')[0]?.body).toMatchObject({ mode: 'paused', reason: 'Gas ran out' }))
})
