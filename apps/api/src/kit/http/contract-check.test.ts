import { type Contract, contract, get, listQuery, masked, maskPhone, pageOf } from '@larder/contract'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testApp } from '../../../test/test-app.ts'
import { implement } from '../implement.ts'
import type { App } from './handler.ts'

const answer = z.strictObject({})
const shelfContract = contract('shelf', {
  list: get('/shelves', { permission: 'setting.view', response: answer, summary: 'Shelves' }),
  open: get('/shelves/open', { permission: 'public', response: answer, summary: 'For anyone' }),
})
const handlers = { list: async () => ({}), open: async () => ({}) }
const registerShelves = (app: App) => implement(app, shelfContract, handlers)

interface Given {
  contracts?: Record<string, Contract>
  modules?: ((app: App) => void)[]
  openDoors?: Set<string>
}

async function startWith({
  contracts = { shelf: shelfContract },
  modules = [registerShelves],
  openDoors = new Set(['shelf.open']),
}: Given) {
  const app = await testApp({ contracts, modules, openDoors })
  await app.close()
}

const clone = (name: string, path: string, permission: string) =>
  contract(name, { list: get(path, { permission: permission as 'public', response: answer, summary: 'x' }) })

describe('start-up', () => {
  it('goes on when everything agrees', async () => {
    await expect(startWith({})).resolves.toBeUndefined()
  })

  it('refuses a list that sorts or filters by a field which it masks', async () => {
    const row = z.strictObject({ phone: masked(z.string(), 'customer.reveal', maskPhone), name: z.string() })
    const listing = (query: z.core.$ZodType) =>
      contract('shelf', { list: get('/shelves', { permission: 'setting.view', query, response: pageOf(row), summary: 'x' }) })
    const start = (query: z.core.$ZodType) => {
      const shelves = listing(query)
      const modules = [(app: App) => implement(app, shelves, { list: async () => ({ rows: [], next: null, total: null }) })]
      return startWith({ contracts: { shelf: shelves }, modules, openDoors: new Set() })
    }
    await expect(start(listQuery(['name'], {}))).resolves.toBeUndefined()
    await expect(start(listQuery(['name', 'phone'], {}))).rejects.toThrow('shelf.list sorts or filters by phone, which it masks')
    await expect(start(listQuery(['name'], { phone: z.optional(z.string()) }))).rejects.toThrow('sorts or filters by phone')
  })

  it('refuses a scope of channels without the parties that may call, and parties without a scope', async () => {
    await expect(startWith({ contracts: { shelf: clone('shelf', '/shelves', 'channel:orders') } })).rejects.toThrow(
      'shelf.list names parties without a scope, or a scope without any',
    )
    const odd = { permission: 'public', parties: ['rider'], response: answer, summary: 'x' } as never
    await expect(startWith({ contracts: { shelf: contract('shelf', { list: get('/shelves', odd) }) } })).rejects.toThrow(
      'shelf.list names parties without a scope, or a scope without any',
    )
  })

  it('refuses a route below /api that no contract declares', async () => {
    const sneak = ({ fastify }: App) => void fastify.get('/api/sneaky', async () => ({}))
    await expect(startWith({ modules: [registerShelves, sneak] })).rejects.toThrow('GET /api/sneaky is not declared in the contract')
    const sneakLater = ({ fastify }: App) => void fastify.register(async (inner) => inner.post('/api/sneaky', async () => ({})))
    await expect(startWith({ modules: [registerShelves, sneakLater] })).rejects.toThrow('POST /api/sneaky is not declared in the contract')
  })

  it('refuses an endpoint without a handler, and a handler without an endpoint', async () => {
    await expect(startWith({ modules: [] })).rejects.toThrow('shelf.list has no handler')
    const less = (app: App) => implement(app, shelfContract, { open: handlers.open } as typeof handlers)
    await expect(startWith({ modules: [less] })).rejects.toThrow('shelf.list has no handler')
    await expect(startWith({ contracts: {} })).rejects.toThrow('shelf.list has a handler but is in no contract')
    const more = (app: App) => implement(app, shelfContract, { ...handlers, more: async () => ({}) })
    await expect(startWith({ modules: [more] })).rejects.toThrow('the handler "more" has no endpoint')
    const twice = (app: App) => implement(app, { list: shelfContract.list }, { list: handlers.list })
    await expect(startWith({ modules: [registerShelves, twice] })).rejects.toThrow('shelf.list is implemented twice')
  })

  it('refuses a public endpoint that is not in the list of open doors, and a door that leads nowhere', async () => {
    await expect(startWith({ openDoors: new Set() })).rejects.toThrow('shelf.open is public but not in the list of open doors')
    await expect(startWith({ openDoors: new Set(['shelf.open', 'shelf.list']) })).rejects.toThrow(
      'shelf.list is in the list of open doors but not public',
    )
  })

  it('refuses two endpoints of one name or one address, and an unknown permission', async () => {
    const register = (given: Contract) => (app: App) =>
      implement(app, given as typeof shelfContract, { list: handlers.list } as typeof handlers)
    const sameAddress = clone('rack', '/shelves', 'setting.view')
    await expect(
      startWith({ contracts: { shelf: shelfContract, rack: sameAddress }, modules: [registerShelves, register(sameAddress)] }),
    ).rejects.toThrow()
    const unknown = clone('rack', '/racks', 'rack.manage')
    await expect(startWith({ contracts: { rack: unknown }, modules: [register(unknown)], openDoors: new Set() })).rejects.toThrow(
      'rack.list asks for an unknown permission',
    )
  })
})
