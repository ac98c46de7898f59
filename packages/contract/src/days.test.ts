import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { allContracts } from './contracts.ts'
import { fieldsOf } from './masked.ts'
import { innerOf } from './range.ts'
import { LocalDate } from './values/local-date.ts'

/** Between two days, and no list: refused by the API itself, which knows the days that are meant where none are given. */
const byTheApi = ['rejected-order.summary']

test('days that go backwards are refused wherever something is asked between two', () => {
  const endpoints = Object.values(allContracts).flatMap((contract) => Object.values(contract))
  const between = endpoints.filter(({ shape }) => {
    const { from, to } = shape.query ? fieldsOf(shape.query) : {}
    return from && to && innerOf(from) === LocalDate && innerOf(to) === LocalDate
  })
  expect(between.length).toBeGreaterThan(8)
  const asked = { from: '2026-11-25', to: '2026-11-01' }
  const refused = between.filter(({ shape }) => {
    const { error } = z.safeParse(shape.query as z.core.$ZodType, asked)
    return error?.issues.some(({ path, message }) => path.join() === 'to' && message === 'is before From')
  })
  expect(between.filter((each) => !refused.includes(each)).map(({ name }) => name)).toEqual(byTheApi)
})
