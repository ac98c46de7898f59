import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { allContracts, type Contract, type Schema } from './index.ts'
import { fieldsOf, isPhone, masked, maskMark, maskOf, Revealed } from './masked.ts'
import { innerOf } from './range.ts'
import { bankAccountPermission } from './resources/bank-account.ts'
import { recordContract } from './resources/record.ts'
import { maskPhone } from './values/phone.ts'

const revealed = Object.values<Contract>(allContracts).flatMap((contract) =>
  Object.values(contract)
    .filter(({ shape }) => shape.response === Revealed)
    .map((reveal) => [reveal.name, reveal, contract.get ?? contract.list] as const),
)

test.each(revealed)('%s reveals fields that are masked, by the permission that they name for one at a time', (_, { shape }, get) => {
  const { field } = fieldsOf(shape.body ?? z.strictObject({}))
  const named = valuesOf(field)
  expect(named).not.toEqual([])
  const shown = get ? fieldsOf(get.shape.response) : {}
  const masks = named.map((name) => (maskOf(shown[name]) ?? maskIn(shown, name))?.single)
  expect(masks).toEqual(named.map(() => shape.permission))
})

const valuesOf = (field: Schema | undefined) =>
  Object.keys((field?._zod.def as { entries?: Record<string, string> } | undefined)?.entries ?? {})

/** Of an entry of a list that is named by its kind, the field of it that is masked. */
function maskIn(shown: Readonly<Record<string, Schema>>, kind: string) {
  const entries = Object.values(shown).flatMap(({ _zod: { def } }) => (def as { element?: Schema }).element ?? [])
  const named = entries.map(fieldsOf).filter((entry) => valuesOf(entry.kind).includes(kind))
  return named.flatMap((entry) => Object.values(entry).flatMap((field) => maskOf(field) ?? []))[0]
}

test('there are such', () => expect(revealed.length).toBeGreaterThan(1))

test('a mask marks what it hides', () => expect(maskPhone('+919847012345')).toContain(maskMark))

const accounts = (single: 'bank-account.reveal' | null) => {
  const number = masked(z.string().check(z.regex(/^\d{4}$/)), 'bank-account.approve', () => maskMark, single)
  const facts = {
    label: 'Accounts',
    permission: 'bank-account',
    access: bankAccountPermission,
    draft: { number },
    extra: {},
    filters: {},
    sorts: ['createdAt'],
  } as const
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

/** Whose number is shown to everybody who sees the record, and why. */
const openPhones = {
  rider: 'Whoever sees riders calls them: an order waits.',
  store: 'Of the shop, not of a person.',
}

test('every phone number that is answered is masked, or named here', () => {
  const endpoints = Object.values<Contract>(allContracts).flatMap((contract) => Object.values(contract))
  const open = endpoints.filter(({ shape }) => hasOpenPhone(shape.response)).map(({ entity }) => entity)
  expect([...new Set(open)].sort(), 'mask it by maskedPhone, or give the reason in openPhones').toEqual(Object.keys(openPhones))
})

function hasOpenPhone(schema: Schema): boolean {
  if (isPhone(schema)) return maskOf(schema) === null
  const own = innerOf(schema)
  const { element } = own._zod.def as { element?: Schema }
  return (element ? [element] : Object.values(fieldsOf(own))).some(hasOpenPhone)
}
