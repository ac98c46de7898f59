import { addMinutes, allContracts, type Contract, channelScopes, currentInstant, fieldsOf, type NamedEndpoint } from '@larder/contract'
import { type Caller, type TestAppOptions, testApp } from '../test-app.ts'
import { callApproved, callExample } from './approved.ts'
import { writeExamples } from './examples.ts'
import type { Example } from './world.ts'

/** Every endpoint of the product. */
export const endpoints: readonly NamedEndpoint[] = Object.values<Contract>(allContracts).flatMap((contract) => Object.values(contract))

/** Every read of staff. */
export const staffReads = endpoints.filter(
  ({ method, shape: { permission } }) => method === 'GET' && permission !== 'public' && !permission.startsWith('channel:'),
)

/** Every list of records: what comes in pages, and is asked for without naming a record. */
export const lists = staffReads.filter(
  ({ path, shape }) => !path.includes(':') && shape.query !== undefined && 'cursor' in fieldsOf(shape.query),
)

/** What a read cannot be asked without, by the endpoint's name. */
export const needed: Readonly<Record<string, Record<string, string>>> = {
  'alert.earlier': { before: '9' },
  'change-set.template': { vertical: 'grocery', format: 'csv' },
  'search.find': { q: 'ann' },
  'event.missed': { after: '0' },
  // Else it begins three hours before it is asked.
  'floor.replay': { from: addMinutes(currentInstant(), -60) },
}

/** The whole product with one good call of every write, and who may make it: an admin, or a channel key that opens every channel door. */
export async function sweptProduct(options: TestAppOptions = {}) {
  const app = await testApp(options)
  const admin = await app.addStaff({ isAdmin: true })
  const otherAdmin = await app.addStaff({ isAdmin: true, name: 'Other Person' })
  const channel = await app.addChannel([...channelScopes])
  const examples = await writeExamples(app, { admin, otherAdmin, channel })
  const callerOf = ({ shape: { permission } }: NamedEndpoint, { as }: Example = {}): Caller | undefined => {
    if (as || permission === 'public') return as
    return permission.startsWith('channel:') ? channel : admin
  }
  return {
    app,
    admin,
    otherAdmin,
    exampleNames: Object.keys(examples),
    exampleOf: async ({ name }: NamedEndpoint): Promise<Example> => {
      const make = examples[name]
      if (!make) throw new Error(`${name} has no example`)
      return make()
    },
    callerOf,
    /** Makes an example's call, as whoever may make it unless somebody else is given. */
    send: (endpoint: NamedEndpoint, example: Example, as = callerOf(endpoint, example), more: Record<string, string> = {}) =>
      callExample(app, endpoint, example, as, more),
    /** Has it done by whoever may, with the approval of another person where it takes that. */
    carryOut: (endpoint: NamedEndpoint, example: Example, as = callerOf(endpoint, example)) =>
      callApproved(app, endpoint, example, as, otherAdmin),
    /** Asks a read that takes no id, with what it needs. */
    read: ({ name, path }: NamedEndpoint, as: Caller, query: Record<string, string> = {}) => {
      const asked = new URLSearchParams({ ...needed[name], ...query }).toString()
      return app.call(`GET ${path}${asked && `?${asked}`}`, { as })
    },
  }
}

export type SweptProduct = Awaited<ReturnType<typeof sweptProduct>>

/** An answer without what the clock alone changes. */
export function timeless(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body, (key, value) => (['at', 'to', 'until', 'lastSeenAt', 'quarters'].includes(key) ? null : value)))
}
