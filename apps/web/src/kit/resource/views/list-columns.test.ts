import { expect, test } from 'vitest'
import { arranged, boundedWidth, narrowestColumn, widestColumn } from './list-columns.ts'

const columns = ['name', 'store', 'total', 'placed'].map((key) => ({ key }))
const keys = (order: readonly string[]) => arranged(columns, order).map(({ key }) => key)

test('columns stand as they were put; the first stays first, and a column that is new to the order follows as declared', () => {
  expect(keys([])).toEqual(['name', 'store', 'total', 'placed'])
  expect(keys(['placed', 'total', 'store'])).toEqual(['name', 'placed', 'total', 'store'])
  expect(keys(['placed', 'name', 'gone'])).toEqual(['name', 'placed', 'store', 'total'])
})

test('a width stays one that can be worked with', () => {
  expect([boundedWidth(-20), boundedWidth(120.4), boundedWidth(9999)]).toEqual([narrowestColumn, 120, widestColumn])
})
