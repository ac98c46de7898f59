import type { CashHolder } from '@larder/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { apiError, startApiServer } from '../../testing/api-server.ts'
import { renderAt } from '../../testing/render.tsx'
import { ToDeposit } from './take-in.tsx'

const holder = {
  id: '01890000-0000-7000-8000-0000000000b1',
  holder: 'rider',
  name: 'Jobin Antony',
  balance: { minor: 25_000, currency: 'INR' },
  limit: null,
  version: 1,
} as CashHolder

test('what is counted is told against what is held as it is typed, a refusal goes with its amount, and nothing is kept for the next count', async () => {
  const told = 'is required: ₹10.00 less was counted than the ₹250.00 expected'
  const server = await startApiServer({
    'POST /cash-deposits': [422, { error: apiError({ kind: 'invalid', message: 'Not valid.', fields: { 'body.remark': told } }) }],
  })
  onTestFinished(() => server.close())
  const { unmount } = renderAt('/', <ToDeposit holder={holder} />)
  const open = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Take in cash' }))
    return within(await screen.findByRole('dialog', { name: 'Take in cash' }))
  }
  const dialog = await open()
  const remark = await dialog.findByLabelText('Why it differs')
  const count = (value: string) => fireEvent.change(dialog.getByLabelText('Counted'), { target: { value } })
  expect(remark).toHaveProperty('disabled', true)
  count('240')
  await dialog.findByText('₹10.00 short: a reason is required.')
  fireEvent.click(dialog.getByRole('button', { name: 'Take in cash' }))
  await dialog.findByText(`Why it differs ${told}`)
  await waitFor(() => expect(document.activeElement).toBe(remark))
  count('235')
  await dialog.findByText('₹15.00 short: a reason is required.')
  await waitFor(() => expect(dialog.queryByText(/less was counted/)).toBeNull())
  fireEvent.change(remark, { target: { value: 'A note was torn' } })
  fireEvent.click(dialog.getByRole('switch', { name: 'This is all that they hold' }))
  await dialog.findByText('The rest stays with them: nothing differs.')
  await waitFor(() => expect(remark).toHaveProperty('value', ''))
  expect(sessionStorage).toHaveLength(0)
  unmount()
  renderAt('/', <ToDeposit holder={{ ...holder, balance: { minor: 9_000, currency: 'INR' } }} />)
  expect((await open()).getByLabelText('Counted')).toHaveProperty('value', '')
})
