import { addMinutes, currentInstant, formatOf, type Instant, type OrderCard, plainDetails } from '@larder/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { initialConventions } from '#kit/format.ts'
import { renderAt } from '../../testing/render.tsx'
import { BoardCard } from './board-card.tsx'

const now = currentInstant()
const kolkata = 'Asia/Kolkata'
const money = { minor: 25_000, currency: 'INR' } as const
const card = (given: Partial<OrderCard> = {}) =>
  ({
    id: 'o1',
    version: 2,
    number: 'EKM-15950',
    status: 'pending',
    vertical: 'cakes',
    orderType: 'delivery',
    customerName: 'Anila Varghese',
    areaName: 'Vyttila',
    store: { id: 's1', name: 'Sweet Crust' },
    itemSummary: '1 × Black forest',
    paymentMethod: 'cash',
    paymentState: 'due',
    total: money,
    due: money,
    placedAt: now,
    pendingAt: now,
    promisedAt: null,
    rejectsAt: null,
    slotFrom: null,
    slotTo: null,
    timeZone: kolkata,
    leadHours: 0,
    details: plainDetails.cakes,
    rider: null,
    claimedBy: null,
    note: null,
    allowed: [],
    ...given,
  }) as OrderCard
const show = (given: Partial<OrderCard>) =>
  renderAt('/', <BoardCard card={card(given)} limits={{ warnMinutes: 5 }} isCurrent={false} isNew={false} />)
const slot = (from: Instant) => ({ slotFrom: from, slotTo: addMinutes(from, 60) })

test('the card of an order for a slot says for when it is, by the clock of its branch', () => {
  const { unmount } = show({})
  expect(screen.queryByText(/^for /)).toBeNull()
  unmount()
  const { instant } = formatOf(initialConventions)
  const tomorrow = slot(addMinutes(now, 24 * 60))
  show(tomorrow)
  screen.getByText(`for ${instant(tomorrow.slotFrom, 'dateTime', kolkata)} to ${instant(tomorrow.slotTo, 'time', kolkata)}`)
})

test('without the day where that is today there', () => {
  const { instant } = formatOf(initialConventions)
  const today = slot(now)
  show(today)
  screen.getByText(`for ${instant(today.slotFrom, 'time', kolkata)} to ${instant(today.slotTo, 'time', kolkata)}`)
})
