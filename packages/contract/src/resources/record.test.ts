import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fieldsOf } from '../masked.ts'
import { enumOf } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { text } from '../values/text.ts'
import { recordContract } from './record.ts'

const Kind = enumOf({ small: 'Small', large: 'Large' })
const facts = {
  label: 'Boxes',
  permission: 'setting',
  draft: { kind: z.optional(z.nullable(Kind)), active: z.boolean(), remark: z.optional(z.nullable(text({ max: 9 }))), places: z.int() },
  once: { storeId: idOf('store') },
  extra: { active: z.nullable(z.boolean()) },
  sorts: ['createdAt'],
} as const
const boxes = recordContract('box', '/boxes', {
  ...facts,
  filterBy: ['storeId', 'kind', 'active'],
  filters: { late: z.optional(z.string()) },
})

test('what may be left out as it is typed is there as it is shown, which goes after what is said of a row', () => {
  const { kind, remark, active } = fieldsOf(boxes.get.shape.response)
  const takes = (field: z.core.$ZodType | undefined, value: unknown) => field && z.core.safeParse(field, value).success
  expect([takes(kind, null), takes(remark, null), takes(active, null), takes(kind, undefined), takes(remark, undefined)]).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
  expect(z.safeParse(boxes.create.shape.body, { active: true, places: 1, storeId: '01a1f6c2-7b5c-7d3e-9f10-2a3b4c5d6e7f' }).success).toBe(
    true,
  )
})

test('a list is cut by the values that its fields have, and by what is said besides', () => {
  const asked = (query: object) => z.safeParse(boxes.list.shape.query, query)
  expect(asked({ kind: 'large', active: 'false', late: 'x' }).data).toMatchObject({ kind: 'large', active: false, late: 'x' })
  expect([{ kind: 'huge' }, { kind: null }, { active: 'maybe' }, { storeId: 'none' }].map((query) => asked(query).success)).toEqual([
    false,
    false,
    false,
    false,
  ])
  expect(asked({}).success).toBe(true)
  expect(() => recordContract('box', '/boxes', { ...facts, filterBy: ['places'] })).toThrow('a list is not cut by places')
  // @ts-expect-error -- a filter by a field that no row has
  expect(() => recordContract('box', '/boxes', { ...facts, filterBy: ['colour'] })).toThrow()
})
