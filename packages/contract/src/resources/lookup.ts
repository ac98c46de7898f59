import * as z from 'zod/mini'
import { contract, del, get, patch, post } from '../endpoint.ts'
import { Allowed, byId, listQuery, pageOf } from '../page.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { Version } from '../values/number.ts'

type Shape = z.core.$ZodLooseShape

/**
 * The five endpoints of a plain lookup under `path`: list, get, create, update, remove. `draft` is what people type, `extra` what a row
 * carries beyond it, `filters` what its list can be cut by. Rows carry id, version, createdAt and `allowed`.
 */
export function lookupContract<
  const E extends string,
  D extends Shape,
  X extends Shape,
  F extends Shape,
  const S extends readonly [string, ...string[]],
>(entity: E, path: string, facts: { label: string; draft: D; extra: X; filters: F; sorts: S }) {
  const row = z.strictObject({ id: idOf(entity), ...facts.draft, ...facts.extra, createdAt: Instant, version: z.int(), allowed: Allowed })
  const one = { params: byId(entity), response: row }
  const may = (verb: 'view' | 'create' | 'edit' | 'delete') => `setting.${verb}` as const
  return contract(entity, {
    list: get(path, {
      permission: may('view'),
      query: listQuery(facts.sorts, facts.filters),
      response: pageOf(row),
      summary: `${facts.label}: list`,
    }),
    get: get(`${path}/:id`, { ...one, permission: may('view'), summary: `${facts.label}: one` }),
    create: post(path, { permission: may('create'), body: z.strictObject(facts.draft), response: row, summary: `${facts.label}: add` }),
    update: patch(`${path}/:id`, {
      ...one,
      permission: may('edit'),
      body: z.extend(z.partial(z.strictObject(facts.draft)), { version: Version }),
      summary: `${facts.label}: change`,
    }),
    remove: del(`${path}/:id`, {
      permission: may('delete'),
      params: byId(entity),
      body: z.strictObject({ version: Version }),
      response: z.strictObject({ id: z.string() }),
      summary: `${facts.label}: delete one that nothing uses`,
    }),
  })
}
