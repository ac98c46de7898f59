import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { allContracts, type Contract, type NamedEndpoint } from '@larder/contract'
import { importExamples } from '../imports.ts'
import type { Caller, TestApp } from '../test-app.ts'
import { recordExamples } from './record-examples.ts'
import { type Example, type Examples, worldOf } from './world.ts'

const folder = join(import.meta.dirname, 'examples')

/**
 * One good call for every write of the contract, by the endpoint's name; each makes what it needs first. What does not follow from the
 * contract has a call of its own in a file of `examples`.
 */
export async function writeExamples(
  app: TestApp,
  callers: Record<'admin' | 'otherAdmin' | 'channel', Caller>,
): Promise<Record<string, () => Promise<Example>>> {
  const world = await worldOf(app, callers)
  const { known, done, doneByOther, somebody } = world
  const exported = sends
    .filter(({ shape }) => shape.exports)
    .map(({ name }) => [name, async () => ({ as: await somebody(), body: { format: 'csv', query: {} } })] as const)
  const files = readdirSync(folder).map((file) => import(/* @vite-ignore */ join(folder, file)) as Promise<{ examples: Examples }>)
  const own = (await Promise.all(files)).flatMap(({ examples }) => Object.entries(examples(world)))
  if (new Set(own.map(([name]) => name)).size < own.length) throw new Error('an endpoint has two examples')
  const made = new Map<string, Promise<string | undefined>>()
  function madeOf(entity: string): Promise<string | undefined> {
    const one = made.get(entity) ?? makeOne(entity)
    made.set(entity, one)
    return one
  }
  /** One as its own example has it. */
  async function makeOne(entity: string): Promise<string | undefined> {
    const create = sends.find(({ name }) => name === `${entity}.create`)
    const example = create && (await examples[create.name]?.())
    return create && example && (await done(create, example)).id
  }
  const examples: Record<string, () => Promise<Example>> = {
    ...recordExamples(Object.values<Contract>(allContracts), { known, made: madeOf, done, doneByOther }),
    ...Object.fromEntries(exported),
    ...importExamples(sends, somebody),
    ...Object.fromEntries(own),
  }
  return examples
}

/** Every endpoint that takes something, whether it leaves a record of it or not. */
export const sends: readonly NamedEndpoint[] = Object.values<Contract>(allContracts)
  .flatMap((contract) => Object.values(contract))
  .filter(({ method }) => method !== 'GET')

/** Every endpoint that changes something and leaves a record of it. */
export const writes = sends.filter(({ shape }) => !shape.unaudited)
