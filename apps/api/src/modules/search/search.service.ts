import {
  type Access,
  entityOf,
  fieldsOf,
  type NamedEndpoint,
  type OrderStatus,
  orderNumberOf,
  type Page,
  type Parsed,
  type Permission,
  type SearchHit,
  searchContract,
} from '@larder/contract'
import * as z from 'zod/mini'
import { can } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import type { App } from '#kit/http/handler.ts'
import { implement } from '#kit/implement.ts'
import { shownTo } from '#kit/read/masked-fields.ts'
import { readStatusLabels } from '#modules/order/reference/status.service.ts'
import { hintOf, labelOf, namedBy, type Row } from './search.words.ts'

const each = 5

/** Finds among the records of every list that is searched and whose rows have a name or a number. */
export function registerSearch(app: App): void {
  implement(app, searchContract, { find: (ctx, input) => find(app, ctx, input) })
}

async function find(app: App, ctx: Context, { query: { q } }: Parsed<typeof searchContract.find>): Promise<SearchHit[]> {
  const lists = searchedLists(app).filter(({ shape }) => may(ctx, shape.permission))
  const [labels, ...found] = await Promise.all([readStatusLabels(ctx.services.db), ...lists.map((list) => findIn(app, ctx, list, q))])
  const hits = found.flatMap((rows, at) => rows.map((row) => hitOf(lists[at] as NamedEndpoint, row, labels)))
  // Whoever types a whole name or number means the record that bears it, before those that it leads to.
  const asked = (orderNumberOf(q) ?? q.trim()).toLowerCase()
  const meant = ({ label }: SearchHit) => {
    const words = label.toLowerCase()
    // The figures of a number say which it is, whatever stands before them: `36895` of EKM-36895.
    return words === asked ? 2 : /^\d+$/.test(asked) && words.endsWith(`-${asked}`) ? 1 : 0
  }
  return hits.toSorted((a, b) => meant(b) - meant(a))
}

const known = new WeakMap<App, NamedEndpoint[]>()

/** In the order of the modules: what the product was made for stands first. */
function searchedLists(app: App): NamedEndpoint[] {
  const lists = known.get(app) ?? [...app.implemented.values()].filter(isSearched)
  known.set(app, lists)
  return lists
}

function isSearched({ entity, method, path, shape }: NamedEndpoint): boolean {
  if (method !== 'GET' || path.includes(':') || !shape.query || shape.permission.startsWith('channel:')) return false
  const { q, cursor } = fieldsOf(shape.query)
  const { id } = fieldsOf(shape.response)
  // What it lists is found where all of those records are: rejected orders among the orders.
  if (!id || (entityOf(id) ?? entity) !== entity) return false
  // What cannot be listed without saying of what is searched where that is said.
  return Boolean(q && cursor) && namedBy(shape.response) !== undefined && queryOf(shape.query, 'any') !== null
}

function queryOf(query: NonNullable<NamedEndpoint['shape']['query']>, q: string): object | null {
  const parsed = z.safeParse(query, { q, limit: each })
  return parsed.success ? (parsed.data as object) : null
}

async function findIn(app: App, ctx: Context, { name, shape }: NamedEndpoint, q: string): Promise<readonly Row[]> {
  const handler = app.handlers.get(name)
  const query = shape.query && queryOf(shape.query, q)
  if (!handler || !query) return []
  const page = (await handler(ctx, { query })) as Page<Row>
  return shownTo(ctx, shape.response, page).rows
}

function hitOf({ entity, shape }: NamedEndpoint, row: Row, labels: ReadonlyMap<OrderStatus, string>): SearchHit {
  return { entity, id: String(row.id), label: labelOf(shape.response, row), hint: hintOf(shape.response, row, labels) }
}

function may(ctx: Context, permission: Access): boolean {
  return permission === 'signed-in' || can(ctx, permission as Permission)
}
