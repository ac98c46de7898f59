import { money, type Order } from '@larder/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt } from '../../testing/render.tsx'
import { PriceWaterfall } from './price-waterfall.tsx'

const inr = (minor: number) => money(minor, 'INR')
const none = inr(0)
const taxes = [{ name: 'Tax', ratePpm: 50_000, base: inr(10_000), amount: inr(500) }]
const parts = { packing: inr(1000), delivery: none, discounts: [], tip: inr(2000), rounding: none, taxes }

function steps(order: Partial<Order>): string[] {
  const { unmount } = renderAt('/', <PriceWaterfall order={{ ...parts, ...order } as Order} />)
  const words = screen
    .getAllByRole('term')
    .map((term, index) => `${term.textContent} ${screen.getAllByRole('definition')[index]?.textContent}`)
  unmount()
  return words
}

test('tax that is added stands among what adds up; tax that prices include is told last, as included', () => {
  expect(steps({ pricesIncludeTax: false, items: inr(10_000), total: inr(13_500) })).toEqual([
    'Items ₹100.00',
    'Packing ₹10.00',
    'Tax 5 %on ₹100.00 ₹5.00',
    'Tip ₹20.00',
  ])
  expect(steps({ pricesIncludeTax: true, items: inr(10_500), total: inr(13_500) })).toEqual([
    'Itemsincl. tax ₹105.00',
    'Packingincl. tax ₹10.00',
    'Tip ₹20.00',
    'Tax 5 % (included)on ₹100.00 ₹5.00',
  ])
})
