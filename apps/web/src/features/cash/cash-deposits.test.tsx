import type { CashDeposit } from '@larder/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt } from '../../testing/render.tsx'
import { cashDeposits } from './cash-deposits.resource.tsx'

const inr = (minor: number) => ({ minor, currency: 'INR' })
const deposit = (more: Partial<CashDeposit>) =>
  ({
    ...{ id: 'd1', version: 1, number: 'K-C00001', holder: 'rider', from: { id: 'r1', name: 'Anil Raj' }, isAll: true },
    ...{ counted: inr(10_000), expected: inr(25_000), difference: inr(-15_000), remark: 'Stolen', receivedBy: 'Meera', checkedBy: null },
    ...more,
  }) as CashDeposit

test.each([
  ['By Lena Roy', { checkedBy: { id: 'p1', name: 'Lena Roy' } }],
  ['Within the limit of whoever received it', {}],
  ['Nothing differs', { counted: inr(25_000), difference: inr(0), remark: null }],
])('a deposit says who approved its difference: %s', async (words, more) => {
  renderAt('/', <>{cashDeposits.panels?.[2]?.render(deposit(more))}</>)
  expect(await screen.findByText(words)).toBeTruthy()
})
