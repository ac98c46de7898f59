import type { Order } from '@larder/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt } from '../../testing/render.tsx'
import { DeliveryCard } from './floor/delivery-card.tsx'
import { RiderCard } from './rider-card.tsx'

const order = (status: Order['status']) =>
  ({
    id: 'o1',
    number: 'EKM-15950',
    status,
    vertical: 'grocery',
    orderType: 'delivery',
    deliveryState: 'unassigned',
    riderDetail: null,
    address: null,
    storePoint: { lat: 9.97, lng: 76.28 },
    promisedAt: null,
    due: { minor: 0, currency: 'INR' },
    total: { minor: 25_000, currency: 'INR' },
    paid: { minor: 0, currency: 'INR' },
    refunding: { refundable: { minor: 0, currency: 'INR' } },
    prepMinutes: null,
    storePrepMinutes: 15,
    timeZone: 'Asia/Kolkata',
    allowed: [],
    because: {},
  }) as unknown as Order

test('of an order that is over nobody waits for a rider, on its page and on the map', () => {
  const { unmount } = renderAt(
    '/',
    <>
      <RiderCard order={order('accepted')} />
      <DeliveryCard order={order('accepted')} live={null} />
    </>,
  )
  expect(screen.getAllByText('No rider yet')).toHaveLength(2)
  unmount()
  renderAt(
    '/',
    <>
      <RiderCard order={order('cancelled')} />
      <DeliveryCard order={order('cancelled')} live={null} />
    </>,
  )
  expect(screen.queryByText('No rider yet')).toBeNull()
  expect(screen.getAllByText(/^No rider was assigned/)).toHaveLength(2)
})
