import { allContracts, type Contract, channelScopes, type NamedEndpoint } from '@larder/contract'
import { type Caller, testApp } from '../test-app.ts'
import { type Example, writeExamples } from './examples.ts'

/** Every endpoint of the product. */
export const endpoints: readonly NamedEndpoint[] = Object.values<Contract>(allContracts).flatMap((contract) => Object.values(contract))

/** The whole product with one good call of every write, and who may make it: an admin, or a channel key that opens every channel door. */
export async function sweptProduct() {
  const app = await testApp()
  const admin = await app.addStaff({ isAdmin: true })
  const channel = await app.addChannel([...channelScopes])
  const examples = await writeExamples(app, admin, channel)
  return {
    app,
    admin,
    exampleNames: Object.keys(examples),
    exampleOf: async ({ name }: NamedEndpoint): Promise<Example> => {
      const make = examples[name]
      if (!make) throw new Error(`${name} has no example`)
      return make()
    },
    callerOf: ({ shape: { permission } }: NamedEndpoint, { as }: Example = {}): Caller | undefined => {
      if (as || permission === 'public') return as
      return permission.startsWith('channel:') ? channel : admin
    },
  }
}

export type SweptProduct = Awaited<ReturnType<typeof sweptProduct>>
