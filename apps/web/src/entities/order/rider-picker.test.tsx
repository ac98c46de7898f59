import { orderContract } from '@larder/contract'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { confirmAction } from '#kit/actions/action.ts'
import { ActionButton } from '#kit/actions/action-bar.tsx'
import { customField } from '#kit/fields/fields.tsx'
import { type ApiServer, startApiServer } from '../../testing/api-server.ts'
import { renderAt } from '../../testing/render.tsx'
import { RiderPicker } from './rider-picker.tsx'

const rider = (name: string, because: string | null = null) => ({
  ...{
    id: name,
    name,
    vehicle: 'scooter',
    shiftState: 'available',
    activeOrders: 0,
    distanceKm: 1,
    reasons: [],
    minutes: 3,
    arrivesAt: null,
  },
  because,
})
const others = [
  { id: 'o2', number: 'EKM-2' },
  { id: 'o3', number: 'TVM-3' },
] as never

let server: ApiServer
beforeEach(async () => {
  server = await startApiServer({
    'GET /orders/o1/riders': [200, [rider('Rashid'), rider('Anil'), rider('Biju'), rider('Dev', 'Is on a break.')]],
    'GET /orders/o2/riders': [200, [rider('Rashid'), rider('Anil', 'Would carry ₹6,000 in cash, the limit is ₹5,000.'), rider('Biju')]],
    'GET /orders/o3/riders': [200, [rider('Anil'), rider('Biju')]],
  })
})
afterEach(() => server.close())

const assign = confirmAction(orderContract.assignRider, {
  label: 'Assign',
  question: () => '',
  asks: [
    customField<'riderId', string>('riderId', {
      label: 'Rider',
      input: (props) => <RiderPicker {...props} order={{ id: 'o1' as never, rider: null }} others={others} />,
    }),
  ],
})

test('whoever cannot take one of several orders says which and why before one chooses; the first who can is chosen', async () => {
  renderAt('/', <ActionButton action={assign} row={{ id: 'o1', version: 1 } as never} />)
  screen.getByRole('button', { name: 'Assign' }).click()
  expect(await screen.findByText('TVM-3 is of another branch than Rashid.')).toBeTruthy()
  expect(screen.getByText('EKM-2: Would carry ₹6,000 in cash, the limit is ₹5,000.')).toBeTruthy()
  expect(screen.getByText('Is on a break.')).toBeTruthy()
  const able = () => screen.getAllByRole<HTMLInputElement>('radio').filter(({ disabled }) => !disabled)
  await waitFor(() => expect(able().map((radio) => [radio.value, radio.checked])).toEqual([['Biju', true]]))
})
