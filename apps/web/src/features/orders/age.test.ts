import type { OrderCard } from '@larder/contract'
import { describe, expect, it } from 'vitest'
import { ageOf } from './age.ts'
import { boardPathOf, listPathOf, verticalOfPath } from './order-path.ts'
import { promiseWords } from './promise.tsx'

const limits = { warnMinutes: 5 }
const start = '2026-11-20T10:00:00.000Z'
const at = (time: string) => `2026-11-20T${time}.000Z`
const waiting = { status: 'pending', pendingAt: start, placedAt: start, promisedAt: null, rejectsAt: at('10:10:00') } as OrderCard
const preparing = { status: 'preparing', acceptedAt: start, placedAt: start, promisedAt: at('10:40:00') } as OrderCard

describe('the age of a card is what it has left, in one number with unit and direction', () => {
  it.each([
    ['10:04:00', 'accent', '6', 'min left', 0.4],
    ['10:05:00', 'warning', '5', 'min left', 0.5],
    ['10:08:00', 'bad', '2', 'min left', 0.8],
    ['10:09:30', 'bad', '<1', 'min left', 1],
    ['10:25:00', 'bad', '15', 'min late', 1],
  ])('of a waiting order at %s', (time, tone, figure, direction, used) => {
    expect(ageOf(waiting, limits, at(time))).toMatchObject({ tone, figure, direction, used })
  })

  it.each([
    ['10:30:00', 'accent', '10', 'min left'],
    ['10:35:00', 'warning', '5', 'min left'],
    ['10:40:20', 'bad', '<1', 'min late'],
    ['13:45:00', 'bad', '3', 'h late'],
  ])('of an order under way at %s', (time, tone, figure, direction) => {
    expect(ageOf(preparing, limits, at(time))).toMatchObject({ tone, figure, direction, words: `${figure} ${direction}` })
  })

  it('tells how long it has waited where nothing was promised', () => {
    const open = { ...preparing, promisedAt: null }
    expect(ageOf(open, limits, at('10:12:00'))).toMatchObject({ tone: 'accent', figure: '12', direction: 'min waited', used: 0 })
  })
})

it('says how an order stands against its promise or its auto-reject, and nothing once it is over', () => {
  expect(promiseWords(preparing, at('10:20:00'))).toEqual({ words: '20 min left', tone: 'default' })
  expect(promiseWords(preparing, at('10:39:40'))).toEqual({ words: '<1 min left', tone: 'warning' })
  expect(promiseWords(preparing, at('10:47:00'))).toEqual({ words: '7 min late', tone: 'bad' })
  expect(promiseWords(preparing, '2026-11-19T10:40:00.000Z')).toEqual({ words: '1 d left', tone: 'default' })
  expect(promiseWords({ ...preparing, status: 'delivered' }, at('10:47:00'))).toBeNull()
  expect(promiseWords(waiting, at('10:07:00'))).toEqual({ words: '3 min left to accept', tone: 'warning' })
  expect(promiseWords({ ...waiting, rejectsAt: null }, at('10:07:00'))).toBeNull()
})

it('reads the vertical out of every order path of the specification', () => {
  expect(verticalOfPath('/order/view')).toBeUndefined()
  expect(verticalOfPath('/order/orderDetails/1')).toBeUndefined()
  expect(verticalOfPath('/order/scheduled-grocery')).toBe('grocery')
  expect(verticalOfPath('/order/fruitsRejectList')).toBe('fruits')
  expect(verticalOfPath('/order/fish/fishPendingOrderDetails/1')).toBe('fish')
  expect([boardPathOf('fish'), boardPathOf('cakes'), listPathOf('cakes'), listPathOf('restaurant')]).toEqual([
    '/order/fish/pending',
    null,
    '/order/cakes/view',
    '/order/view',
  ])
})
