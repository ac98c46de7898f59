import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { allContracts, type Contract } from './index.ts'
import { fieldsOf, masked, maskMark, maskOf, Revealed } from './masked.ts'
import { recordContract } from './resources/record.ts'
import { maskPhone } from './values/phone.ts'

const revealed = Object.values<Contract>(allContracts).flatMap((contract) =>
  Object.values(contract)
    .filter(({ shape }) => shape.response === Revealed)
    .map((reveal) => [reveal.name, reveal, contract.get ?? contract.list] as const),
)

test.each(revealed)('%s reveals fields that are masked, by the permission that they name for one at a time', (_, { shape }, get) => {
  const { field } = fieldsOf(shape.body ?? z.strictObject({}))
  const named = (field?._zod.def as { entries?: Record<string, string> } | undefined)?.entries ?? {}
  expect(Object.keys(named)).not.toEqual([])
  const masks = Object.keys(named).map((name) => maskOf(get && fieldsOf(get.shape.response)[name])?.single)
  expect(masks).toEqual(Object.keys(named).map(() => shape.permission))
})

test('there are such', () => expect(revealed.length).toBeGreaterThan(1))

test('a mask marks what it hides', () => expect(maskPhone('+919847012345')).toContain(maskMark))

const accounts = (single: 'bank-account.reveal' | null) => {
  const number = masked(z.string().check(z.regex(/^\d{4}$/)), 'bank-account.approve', () => maskMark, single)
  const facts = { label: 'Accounts', permission: 'bank-account', draft: { number }, extra: {}, filters: {}, sorts: ['createdAt'] } as const
  return recordContract('bank-account', '/bank-accounts', { ...facts, proof: 'recent', reveals: ['number'] })
}

test('a record shows what its mask makes of a field, whatever may be typed there', () => {
  const { create, get } = accounts('bank-account.reveal')
  const fits = (schema: z.core.$ZodType) => z.core.safeParse(fieldsOf(schema).number as z.core.$ZodType, maskMark).success
  expect([fits(create.shape.body), fits(get.shape.response)]).toEqual([false, true])
})

test('a record reveals its fields by the permission that their mask names, with the proof that its writes take', () => {
  const { path, shape } = accounts('bank-account.reveal').reveal
  expect([path, shape.permission, 'proof' in shape && shape.proof]).toEqual(['/bank-accounts/:id/reveal', 'bank-account.reveal', 'recent'])
  expect(() => accounts(null)).toThrow('bank-account reveals number, which no permission reveals one at a time')
})
