import * as z from 'zod/mini'
import type { Schema } from './endpoint.ts'

/** What a schema declares: of a number its value, of a text its characters, of a list its entries. */
export interface Range {
  min?: number
  max?: number
}

/** The bounds of a schema; what may be left out, or be null, counts as what it is otherwise. Of an amount those of its minor units. */
export function rangeOf(schema: Schema | undefined): Range {
  const inner = schema && withoutWrappers(schema)
  if (!inner) return {}
  const minor = fieldOf(inner, 'minor')
  if (minor) return rangeOf(minor)
  const range: Range = {}
  const narrow = (min: unknown, max: unknown) => {
    if (typeof min === 'number') range.min = Math.max(min, range.min ?? min)
    if (typeof max === 'number') range.max = Math.min(max, range.max ?? max)
  }
  for (const { _zod } of inner._zod.def.checks ?? []) {
    const def = _zod.def as { check: string; value?: unknown; minimum?: unknown; maximum?: unknown }
    if (def.check === 'greater_than') narrow(def.value, undefined)
    if (def.check === 'less_than') narrow(undefined, def.value)
    narrow(def.minimum, def.maximum)
  }
  narrow(inner._zod.bag.minimum, inner._zod.bag.maximum)
  return range
}

/** The schema of one field of an object's schema. */
export function fieldOf(schema: Schema, key: string): Schema | undefined {
  const { def } = withoutWrappers(schema)._zod
  return 'shape' in def ? (def.shape as Record<string, Schema>)[key] : undefined
}

/** Whether an object's schema takes a value for one of its fields; what it has no such field for, it takes. */
export function takes(schema: Schema | undefined, key: string, value: unknown): boolean {
  const field = schema && fieldOf(schema, key)
  return field ? z.safeParse(field, value).success : true
}

/** Whether a value below an object's schema may be left out, by the steps to it; false of what lies within alternatives. */
export function isOptionalAt(schema: Schema, [step, ...more]: readonly string[]): boolean {
  if (step === undefined) return schema._zod.optin === 'optional'
  const inner = fieldOf(schema, step) ?? entryOf(schema)
  return inner !== undefined && isOptionalAt(inner, more)
}

/** The schema of one entry of a list's schema. */
export function entryOf(schema: Schema): Schema | undefined {
  const { def } = withoutWrappers(schema)._zod
  return 'element' in def ? (def.element as Schema) : undefined
}

/** The schema of a value that may be left out or be null. */
export function innerOf(schema: Schema): Schema {
  const { def } = schema._zod
  return 'innerType' in def ? innerOf(def.innerType as Schema) : schema
}

function withoutWrappers(schema: Schema): Schema {
  const { def } = schema._zod
  if ('innerType' in def) return withoutWrappers(def.innerType as Schema)
  return 'out' in def ? withoutWrappers(def.out as Schema) : schema
}
