import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { contract, post } from '../endpoint.ts'
import { byId } from '../page.ts'
import { Version } from '../values/number.ts'
import { askingFor } from './approval.ts'

const params = byId('order')
const body = z.strictObject({ version: Version })
const facts = { permission: 'order.operate', params, body, response: z.unknown(), summary: 'An act' } as const
const acts = contract('order', {
  accept: post('/orders/:id/accept', facts),
  cancel: post('/orders/:id/cancel', { ...facts, approval: { by: 'refund.approve', needs: () => 'Cancel an order' } }),
})
const asked = askingFor(Object.values(acts)).create.shape.body
const request = (operation: string, version: unknown = 1) => ({
  operation,
  params: { id: '01a1f6c2-7b5c-7d3e-9f10-2a3b4c5d6e7f' },
  body: { version },
  reason: 'Ordered twice',
})

test('whatever declares an approval can be asked for as it is called, and nothing else', () => {
  expect(z.core.safeParse(asked, request('order.cancel')).success).toBe(true)
  expect(z.core.safeParse(asked, request('order.cancel', 'first')).error?.issues).toMatchObject([{ path: ['body', 'version'] }])
  expect(z.core.safeParse(asked, request('order.accept')).success).toBe(false)
})
