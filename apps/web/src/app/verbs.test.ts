import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allContracts, type Contract, entityOf, fieldsOf, type NamedEndpoint } from '@larder/contract'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Action } from '#kit/actions/action.ts'
import type { ResourceContract } from '#kit/resource/define.ts'

/** Verbs that no screen has a button for, each with the reason. */
const withoutButton: Readonly<Record<string, string>> = {
  'menu-scan-row.export': 'what was read becomes a change set, which has a file of its own',
  'payment.callback': 'what a gateway sends',
  'saved-view.update': 'a view is saved anew, and the old one deleted',
}

const source = join(import.meta.dirname, '..')
/** The whole web: where a contract's verb is named in it, it is sent. */
const text = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|^testing\//.test(path))
  .map((path) => readFileSync(join(source, path), 'utf8'))
  .join('\n')
const modules = import.meta.glob<Record<string, unknown>>('../features/**/*.resource.tsx', { eager: true })
const resources = Object.values(modules).flatMap((module) => Object.values(module).filter(isResource))

function isResource(value: unknown): value is { contract: ResourceContract; form?: unknown } {
  return typeof value === 'object' && value !== null && 'contract' in value
}

/** The verbs that the kit's screens of a resource have buttons for. */
function verbsOf({
  contract: { create, update, remove, export: exported, checkImport, import: imported },
  form,
}: {
  contract: ResourceContract
  form?: unknown
}): string[] {
  return [...(form ? [create, update] : []), remove, exported, checkImport, imported].flatMap((endpoint) => endpoint?.name ?? [])
}

const writes = Object.entries<Contract>(allContracts).flatMap(([key, contract]) =>
  Object.entries(contract)
    .filter(([, { method, shape }]) => method !== 'GET' && !shape.permission.startsWith('channel:'))
    .map(([verb, { name }]) => ({ name, word: `${key}Contract.${verb}` })),
)

/** A value is revealed by its contract, without the verb's name. */
function isSent(word: string): boolean {
  const [contract, verb] = word.split('.')
  return new RegExp(`\\b${word}\\b${verb === 'reveal' ? `|\\brevealed\\('\\w+', ${contract}\\b` : ''}`).test(text)
}

test('each verb of a contract has its button, but for those that are named', () => {
  const given = new Set(resources.flatMap(verbsOf))
  const missing = writes.filter(({ name, word }) => !given.has(name) && !isSent(word)).map(({ name }) => name)
  expect(missing, 'a verb needs an action or a form, or a reason in withoutButton').toEqual(Object.keys(withoutButton))
})

test('the steps of a new record are the groups of its form, each once', () => {
  for (const { steps, form = [] } of resources as { steps?: readonly string[]; form?: readonly { title: string }[] }[])
    if (steps) expect([...steps].sort()).toEqual(form.map(({ title }) => title).sort())
})

test('the reason that an act needs is asked of whoever does it', () => {
  const reasonOf = ({ shape }: NamedEndpoint) => (shape.body ? fieldsOf(shape.body).reason : undefined)
  const untold = (resources as { actions?: Action<never>[] }[])
    .flatMap(({ actions = [] }) => actions)
    .filter(({ endpoint, asks, ahead }) => {
      const reason = reasonOf(endpoint)
      return reason && !ahead && !z.safeParse(reason, undefined).success && !asks.some(({ key }) => key === 'reason')
    })
  expect(untold.map(({ endpoint }) => endpoint.name)).toEqual([])
})

test('each button of a resource is a verb of its contract, once', () => {
  for (const resource of resources) {
    const { contract, actions = [] } = resource as typeof resource & { actions?: { key: string; endpoint: { name: string } }[] }
    // What lists records of another kind has their verbs.
    const { id } = fieldsOf(contract.list.shape.response)
    const entity = (id && entityOf(id)) ?? contract.list.entity
    // Whose records are of several kinds has those of each.
    const isMixed = !('get' in contract) && id && entityOf(id) === null
    const kinds = isMixed ? (contract.list.shape.alsoShows ?? []) : [entity]
    for (const { key, endpoint } of actions) expect(kinds.map((kind) => `${kind}.${key}`)).toContain(endpoint.name)
    expect(new Set(actions.map(({ key }) => key)).size).toBe(actions.length)
  }
})
