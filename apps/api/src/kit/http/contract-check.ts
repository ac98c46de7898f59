import { type Access, type Contract, channelScopes, fieldsOf, maskOf, type NamedEndpoint, permissions } from '@larder/contract'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { documentedEndpoints } from '../openapi/openapi.ts'
import type { App } from './handler.ts'

const accessWords = new Set<Access>([...permissions, ...channelScopes, 'public', 'signed-in'])

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route outside the contract that serves no data of the record: the page of the docs, the web app's files. */
    outsideContract?: boolean
  }
}

/** Refuses, at once, every route below `/api` that does not come from a contract. */
export function guardRoutes(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', ({ method, url, config }) => {
    if (config?.endpoint || config?.outsideContract || !url.startsWith('/api')) return
    throw new Error(`${String(method)} ${url} is not declared in the contract: use implement()`)
  })
}

/** Throws unless contract, handlers, documentation and the closed lists of permissions and open doors say the same. */
export function checkContracts(app: App, contracts: readonly Contract[], open: ReadonlySet<string>): void {
  const declared = contracts.flatMap((contract) => Object.values(contract)) as NamedEndpoint[]
  const names = new Set(declared.map(({ name }) => name))
  const doors = declared.filter(({ shape }) => shape.permission === 'public').map(({ name }) => name)
  const documented = new Set(Object.values(documentedEndpoints(contracts)).flatMap((operations) => Object.values(operations)))
  const problems = [
    ...repeated(declared.map(({ name }) => name)).map((name) => `${name} is declared twice`),
    ...repeated(declared.map(addressOf)).map((address) => `${address} is declared twice`),
    ...declared.filter(({ name }) => app.implemented.get(name) === undefined).map(({ name }) => `${name} has no handler`),
    ...[...app.implemented.keys()].filter((name) => !names.has(name)).map((name) => `${name} has a handler but is in no contract`),
    ...declared.filter((endpoint) => !documented.has(endpoint)).map(({ name }) => `${name} is not documented`),
    ...declared.filter(({ shape }) => !accessWords.has(shape.permission)).map(({ name }) => `${name} asks for an unknown permission`),
    ...declared
      .filter((endpoint) => !saysWhoSpeaks(endpoint))
      .map(({ name }) => `${name} names parties without a scope, or a scope without any`),
    ...declared.flatMap((endpoint) => telltales(endpoint).map((field) => `${endpoint.name} sorts or filters by ${field}, which it masks`)),
    ...doors.filter((name) => !open.has(name)).map((name) => `${name} is public but not in the list of open doors`),
    ...[...open].filter((name) => !doors.includes(name)).map((name) => `${name} is in the list of open doors but not public`),
  ]
  if (problems.length > 0) throw new Error(`The API does not agree with its contract:\n  ${problems.join('\n  ')}`)
}

// The compiler asks for it too; but the product runs without having been compiled.
function saysWhoSpeaks({ shape: { permission, parties } }: NamedEndpoint): boolean {
  return permission.startsWith('channel:') === Boolean(parties?.length)
}

// The order of rows, and which are left out, tell a masked field as well as a search by it would.
function telltales({ shape }: NamedEndpoint): string[] {
  const { sort, ...filters } = shape.query ? fieldsOf(shape.query) : {}
  const sorts = sort ? ((z.toJSONSchema(sort, { io: 'input' }).enum ?? []) as string[]) : []
  const fields = fieldsOf(shape.response)
  return Object.keys(fields).filter((field) => maskOf(fields[field]) && (field in filters || sorts.includes(field)))
}

function addressOf({ method, path }: NamedEndpoint): string {
  return `${method} ${path}`
}

function repeated(words: string[]): string[] {
  return words.filter((word, at) => words.indexOf(word) !== at)
}
