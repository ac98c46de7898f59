import type { OrderCard } from '@larder/contract'
import { describe, expect, it } from 'vitest'
import { ageOf } from './age.ts'
import { boardPathOf, listPathOf, verticalOfPath } from './order-path.ts'
import { promiseWords } from './promise.ts'

const limits = { warnMinutes: 5, autoRejectMinutes: 10 }
const start = '2026-11-20T10:00:00.000Z'
const at = (time: string) => `2026-11-20T${time}:00.000Z`
const waiting = { status: 'pending', pendingAt: start, placedAt: start } as OrderCard
const preparing = { status: 'preparing', acceptedAt: start, placedAt: start, promisedAt: at('10:40') } as OrderCard

describe('the age of a card', () => {
  it.each([
    ['10:04', 'accent', 4, 0.4],
    ['10:05', 'warning', 5, 0.5],
    ['10:08', 'bad', 8, 0.8],
    ['10:25', 'bad', 25, 1],
  ])('of a waiting order at %s is %s', (time, tone, minutes, used) => {
    expect(ageOf(waiting, limits, at(time))).toMatchObject({ tone, minutes, used })
  })

  it.each([
    ['10:30', 'accent', 10],
    ['10:35', 'warning', 5],
    ['10:41', 'bad', -1],
  ])('of an order under way goes by its promise: at %s it is %s', (time, tone, minutes) => {
    expect(ageOf(preparing, limits, at(time))).toMatchObject({ tone, minutes })
  })
})

it('says how an order stands against its promise, and nothing once it is over', () => {
  expect(promiseWords(preparing, at('10:20'))).toEqual({ words: 'due in 20 min', tone: 'default' })
  expect(promiseWords(preparing, at('10:40'))).toEqual({ words: 'due now', tone: 'warning' })
  expect(promiseWords(preparing, at('10:47'))).toEqual({ words: '7 min late', tone: 'bad' })
  expect(promiseWords(preparing, '2026-11-19T10:40:00.000Z')).toEqual({ words: 'due in 1 d', tone: 'default' })
  expect(promiseWords({ ...preparing, status: 'delivered' }, at('10:47'))).toBeNull()
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
