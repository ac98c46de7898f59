import * as z from 'zod/mini'
import { type Endpoint, type EndpointShape, post } from './endpoint.ts'
import type { Permission } from './permissions.ts'
import { enumOf } from './values/collection.ts'
import { idOf } from './values/id.ts'

/** What a list is written as. */
export const exportFormatLabels = { csv: 'CSV', xlsx: 'Excel (XLSX)' } as const
export const ExportFormat = enumOf(exportFormatLabels)
export type ExportFormat = z.infer<typeof ExportFormat>

/** Their media types. */
export const exportTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<ExportFormat, string>

/** Work that was begun and goes on by itself: its progress, and what comes of it, is `GET /tasks/:id`. */
export const StartedTask = z.strictObject({ id: idOf('task'), title: z.string() })
export type StartedTask = z.infer<typeof StartedTask>

type Shape = z.core.$ZodLooseShape
type Paging = 'cursor' | 'limit' | 'count'
/** What a list is asked for, whichever page of it. */
type Asked<Q extends Shape> = z.ZodMiniObject<Omit<Q, Paging>, z.core.$strict>

interface ExportShape<P extends Permission, Q extends Shape> {
  permission: P
  body: z.ZodMiniObject<{ format: typeof ExportFormat; query: Asked<Q> }, z.core.$strict>
  response: typeof StartedTask
  exports: true
  /** The list in each of its rows of which each entry is a row of the file. */
  each?: string
  summary: string
}

/**
 * The endpoint that writes all rows of a list to a file: what the list is asked for, without paging. The kit handles it by the list itself,
 * so that a module has nothing to say of it. `each`: the list in each of its rows of which each entry is a row of the file, for who sums and
 * sorts them there; amounts of the whole row are left out then, as they would count once with each.
 */
export function exportOf<const P extends Permission, Q extends Shape>(
  path: string,
  permission: P,
  query: z.ZodMiniObject<Q, z.core.$strict>,
  each?: string,
): Endpoint<ExportShape<P, Q>> {
  return post(`${path}/export`, {
    permission,
    body: z.strictObject({ format: ExportFormat, query: askedOf(query) }),
    response: StartedTask,
    alsoChanges: ['task'],
    exports: true,
    each,
    summary: 'Write all rows that match to a file, as a task: with their texts, cut to what the caller may see',
  }) as unknown as Endpoint<ExportShape<P, Q>>
}

interface OverManyShape<P, Q extends Shape, B extends Shape> {
  permission: P & Permission
  body: z.ZodMiniObject<{ query: Asked<Q>; act: z.ZodMiniObject<Omit<B, 'version'>, z.core.$strict> }, z.core.$strict>
  response: typeof StartedTask
  overMany: NonNullable<EndpointShape['overMany']>
  summary: string
}

/**
 * The endpoint that does an act with all rows of a list that match when it begins, as a task: each in a unit of work of its own, at the
 * version that it had then where the act takes one, with an outcome of its own. The kit handles it by the list and the act of the same entity.
 */
export function overMany<const P extends Permission, Q extends Shape, B extends Shape>(
  path: string,
  one: {
    act: string
    shape: { permission: P; body: z.ZodMiniObject<B, z.core.$strict> }
    title(body: z.output<z.ZodMiniObject<B>>): string
  },
  query: z.ZodMiniObject<Q, z.core.$strict>,
): Endpoint<OverManyShape<P, Q, B>> {
  const { version: _, ...asked } = one.shape.body._zod.def.shape
  return post(path, {
    permission: one.shape.permission,
    body: z.strictObject({ query: askedOf(query), act: z.strictObject(asked) }),
    response: StartedTask,
    alsoChanges: ['task'],
    overMany: { act: one.act, title: one.title },
    summary: 'The same with every row that matches, as a task that tells how it went with each',
  }) as unknown as Endpoint<OverManyShape<P, Q, B>>
}

function askedOf<Q extends Shape>(query: z.ZodMiniObject<Q, z.core.$strict>): Asked<Q> {
  const asked = Object.entries(query._zod.def.shape).filter(([key]) => !['cursor', 'limit', 'count'].includes(key))
  return z.strictObject(Object.fromEntries(asked)) as unknown as Asked<Q>
}
