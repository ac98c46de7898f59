import {
  type Contract,
  crateContract,
  crateSizeLabels,
  currencies,
  currencyDecimals,
  keysOf,
  type NamedEndpoint,
  Phone,
  recordContract,
  storeLocationContract,
} from '@larder/contract'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Cell, columnsOf } from '../export/columns.ts'
import { writeCsv } from '../export/csv.ts'
import { layoutOf } from './layout.ts'
import { plainText } from './read-cell.ts'
import { type Reading, readChanged, readNew } from './read-row.ts'

const zone = 'Asia/Kolkata'
const hostile = fc
  .tuple(fc.constantFrom('=', '+', '-', '@', "'", '"', ',', ';', '; =', '＝', ''), fc.string({ unit: 'grapheme', maxLength: 20 }))
  .map((parts) => parts.join(''))
const common = {
  id: fc.uuid({ version: 7 }),
  version: fc.constant(1),
  createdAt: fc.constant('2026-11-21T20:00:00.000Z'),
  active: fc.boolean(),
}
const crates = fc.record({
  ...common,
  code: hostile,
  name: hostile,
  size: fc.constantFrom(...keysOf(crateSizeLabels)),
  capacityGrams: fc.integer({ min: 1, max: 1_000_000 }),
  deposit: fc.record({ minor: fc.integer({ min: 0, max: 10_000_000_000 }), currency: fc.constantFrom(...currencies) }),
  stock: fc.integer({ min: 0, max: 1_000_000 }),
})
const degrees = (most: number) => fc.integer({ min: -most * 1e6, max: most * 1e6 }).map((millionths) => millionths / 1e6 + 0)
const locations = fc.record({
  ...common,
  areaId: fc.uuid({ version: 7 }),
  areaName: fc.constant('Fort'),
  name: hostile,
  point: fc.record({ lat: degrees(90), lng: degrees(180) }),
})

/** A record as its list's file has it, with what reads the file. */
async function exported(contract: Contract, record: Record<string, unknown>) {
  const columns = columnsOf(contract.list as NamedEndpoint, zone)
  async function* lines(): AsyncGenerator<Cell[]> {
    yield columns.map(({ head }) => head)
    yield columns.map(({ cell }) => cell(record))
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of writeCsv(lines())) chunks.push(chunk)
  const [heads = [], cells = []] = parse(Buffer.concat(chunks), { bom: true }) as string[][]
  const references = new Map([['areaId', () => ({ value: record.areaId })]])
  const reading: Reading = { layout: layoutOf(contract, heads, zone), currency: 'INR', callingCode: '91', references, fixed: {} }
  return { reading, cells }
}

test.each([
  ['crates', crateContract, crates],
  ['store locations', storeLocationContract, locations],
] as const)('whatever %s are, their own export says nothing new of them', async (_what, contract, records) => {
  await fc.assert(
    fc.asyncProperty(records as fc.Arbitrary<Record<string, unknown>>, async (record) => {
      const { reading, cells } = await exported(contract as unknown as Contract, record)
      expect(readChanged(reading, cells, record)).toEqual({ values: {}, changes: [], problems: [] })
    }),
    { numRuns: 300 },
  )
})

test('what an export writes of a crate is what a new one is read to be', async () => {
  const draft = crateContract.create.shape.body
  await fc.assert(
    fc.asyncProperty(crates, async (record) => {
      const { id: _, version: __, createdAt: ___, ...typed } = record
      const parsed = z.core.safeParse(draft, typed)
      // What starts with an apostrophe of its own before a formula's sign is told from a guard by nothing.
      fc.pre(parsed.success && [typed.code, typed.name].every((text) => plainText(text) === text))
      const { reading, cells } = await exported(crateContract as unknown as Contract, record)
      expect(readNew(reading, cells).values).toEqual(parsed.data)
    }),
    { numRuns: 300 },
  )
})

test('amounts keep the decimals of their currency', async () => {
  for (const currency of currencies) {
    const minor = 12_345
    const record = { deposit: { minor, currency } }
    const { reading, cells } = await exported(crateContract as unknown as Contract, record)
    expect(readNew(reading, cells).values.deposit, `${currency} has ${currencyDecimals(currency)} decimals`).toEqual({ minor, currency })
  }
})

test('a phone is read as it is kept, however it is written, and what is none is said', async () => {
  const facts = { permission: 'setting', draft: { phone: Phone }, extra: {}, sorts: ['phone'], imports: 'setting.edit' } as const
  const contract = recordContract('crate', '/callers', facts) as unknown as Contract
  const read = async (phone: string) => {
    const { reading, cells } = await exported(contract, { phone })
    return [readNew(reading, cells), readChanged(reading, cells, { phone: '+919847012345' })]
  }
  for (const { values, problems } of await read('098470-54321')) expect([values, problems]).toEqual([{ phone: '+919847054321' }, []])
  for (const { problems } of await read('1234 5678')) expect(problems).toEqual([{ column: 'Phone', why: 'is not a phone number' }])
  expect((await read('098470-12345')).map(({ changes }) => changes.length)).toEqual([1, 0])
})
