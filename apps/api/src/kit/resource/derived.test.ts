import { amount, Instant, idOf, list, masked, Named, recordContract, text } from '@larder/contract'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Context } from '../context.ts'
import { completed } from './derived.ts'

const kept = recordContract('kept', '/kept', {
  permission: 'setting',
  draft: {
    name: text({ max: 80 }),
    remark: z.nullable(text({ min: 0, max: 200 })),
    note: text({ min: 0, max: 200 }),
    price: amount({ max: 1_000 }),
    tiers: list(z.strictObject({ fromKm: z.int() }), 5),
    options: z.strictObject({ isLoud: z.boolean() }),
    areaIds: list(idOf('area'), 5),
    secret: masked(text({ max: 40 }), null, () => '••••', 'bank-account.reveal'),
    again: text({ max: 40 }),
  },
  extra: {
    store: Named,
    enteredBy: Named,
    checkedBy: z.nullable(Named),
    total: z.nullable(amount({ max: 10 })),
    seenAt: Instant,
    state: z.string(),
  },
  filters: { storeId: z.optional(idOf('store')), state: z.optional(z.string()) },
  sorts: ['createdAt', 'endsOn', 'name'],
})
const { filters, sorts, present, columns } = completed(kept, {
  table: 'store',
  filters: { state: 'stands' },
  sorts: { endsOn: 'last_day' },
  present: () => ({ state: 'own' }),
  columns: { again: null, secret: (value: string) => ({ secret_key: `hidden ${value}` }) },
} as never)

const row = {
  id: 'a',
  name: 'One',
  price_minor: 250,
  total_minor: null,
  currency: 'INR',
  store_id: 's',
  store_name: 'Fish Cove',
  entered_by: 'm',
  entered_by_name: 'Maya',
  checked_by: null,
  checked_by_name: null,
  seen_at: '2026-01-02T03:04:05.000Z',
  state: 'column',
  of_nobody: 'kept from everybody',
}

test('a field is told by the column of its name, an amount with its currency, another record by its id and name; what is declared goes before', () => {
  expect(present(row, {} as Context, undefined)).toEqual({
    id: 'a',
    name: 'One',
    price: { minor: 250, currency: 'INR' },
    total: null,
    store: { id: 's', name: 'Fish Cove' },
    enteredBy: { id: 'm', name: 'Maya' },
    checkedBy: null,
    seenAt: '2026-01-02T03:04:05.000Z',
    state: 'own',
  })
})

test('filters and sorts are columns of the table, in the order of the contract; the order of making is that of the ids', () => {
  expect(filters).toEqual({ storeId: 'store.store_id', state: 'stands' })
  expect(Object.entries(sorts)).toEqual([
    ['createdAt', 'store.id'],
    ['endsOn', 'last_day'],
    ['name', 'store.name'],
  ])
})

test('what is typed goes into the columns of its names: parts as JSON, a list of texts as it is, an empty text as none only where there may be none', async () => {
  const draft = {
    name: 'One',
    remark: '',
    note: '',
    price: { minor: 5, currency: 'INR' },
    tiers: [],
    options: { isLoud: true },
    areaIds: ['x'],
  }
  expect(await columns({ ...draft, again: '12', secret: '12' }, {})).toEqual({
    name: 'One',
    remark: null,
    note: '',
    price_minor: 5,
    currency: 'INR',
    tiers: '[]',
    options: '{"isLoud":true}',
    area_ids: ['x'],
    secret_key: 'hidden 12',
  })
  expect(await columns({ name: undefined, remark: null }, {})).toEqual({ remark: null })
})
