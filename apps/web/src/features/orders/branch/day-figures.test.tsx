import type { BranchDayFigures, CashLine } from '@larder/contract'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { renderAt } from '../../../testing/render.tsx'
import { DayCash } from './day-cash.tsx'
import { DayFigures } from './day-figures.tsx'

const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { width: number; height: number }): void } }
beforeEach(() => happyDOM.setViewport({ width: 390, height: 844 }))
afterEach(() => happyDOM.setViewport({ width: 1024, height: 768 }))

const inr = (minor: number) => ({ minor, currency: 'INR' }) as const
const kept: BranchDayFigures = {
  orders: 12,
  delivered: 10,
  rejected: 1,
  cancelled: 1,
  failed: 0,
  later: 0,
  value: inr(1_250_000),
  refunded: inr(0),
  collected: inr(400_000),
  deposited: inr(0),
  held: inr(400_000),
}

test('on a phone what differs of a closed day stands whole in a card of each figure', async () => {
  renderAt('/', <DayFigures label="Figures" kept={kept} now={{ ...kept, refunded: inr(5_000) }} />)
  const cards = within(await screen.findByRole('list', { name: 'Figures' })).getAllByRole('listitem')
  const words = cards.map(({ textContent }) => textContent)
  expect(words).toContain('Orders placedWhen closed12Now12')
  expect(words).toContain('Refunds doneWhen closed₹0.00Now₹50.00Difference+₹50.00')
  expect(screen.queryByRole('table')).toBeNull()
})

test('on a phone each holder’s cash of a day is a card, and so is what all come to', async () => {
  const line = (id: string, name: string): CashLine => ({
    from: { id, name },
    holder: 'rider',
    opening: inr(0),
    collected: inr(1000),
    deposited: inr(400),
    difference: inr(0),
    closing: inr(600),
  })
  renderAt('/', <DayCash label="Cash" lines={[line('c1', 'Arun'), line('c2', 'Meera')]} />)
  const cards = within(await screen.findByRole('list', { name: 'Cash' })).getAllByRole('listitem')
  expect(cards.map(({ textContent }) => textContent)).toEqual([
    'ArunKindRiderOpening₹0.00Collected₹10.00Deposited₹4.00Difference₹0.00Closing₹6.00',
    'MeeraKindRiderOpening₹0.00Collected₹10.00Deposited₹4.00Difference₹0.00Closing₹6.00',
    'AllOpening₹0.00Collected₹20.00Deposited₹8.00Difference₹0.00Closing₹12.00',
  ])
})
