import { eachEntry, type MaskedField, maskedFields, type Schema } from '@larder/contract'
import { seesWhole, type Who } from '../authorize.ts'

const known = new WeakMap<Schema, readonly MaskedField[]>()

/** Every masked field of what is answered in this shape. */
export function masksOf(schema: Schema): readonly MaskedField[] {
  const found = known.get(schema) ?? maskedFields(schema)
  known.set(schema, found)
  return found
}

/**
 * What leaves the API as this caller may read it: each masked field masked for whoever lacks its permission. What it is given stays as it
 * is, and comes back itself where nothing is to be masked.
 */
export function shownTo<T>(who: Who, schema: Schema, value: T): T {
  return maskEach(hiddenFrom(who, masksOf(schema)), value)
}

/** The same of a value that is in one of these shapes, or a row of one that is a page. */
export function shownInAnyOf<T>(who: Who, schemas: readonly Schema[], value: T): T {
  return maskEach(hiddenFrom(who, masksOfAny(schemas)), value)
}

/** The same as those read it who may see nothing whole. */
export function maskedInAnyOf<T>(schemas: readonly Schema[], value: T): T {
  return maskEach(masksOfAny(schemas), value)
}

function masksOfAny(schemas: readonly Schema[]): MaskedField[] {
  const rows = schemas.flatMap(masksOf).map((field) => ({ ...field, path: field.path.slice(field.path[1] === eachEntry ? 2 : 0) }))
  // A mask over a mask would tell another text.
  const once = new Map(rows.map((field) => [field.path.map(String).join('.'), field]))
  return [...once.values()]
}

function hiddenFrom(who: Who, fields: readonly MaskedField[]): MaskedField[] {
  return fields.filter(({ reveal }) => !seesWhole(who, reveal))
}

function maskEach<T>(fields: readonly MaskedField[], value: T): T {
  return fields.reduce((shown, { path, mask }) => maskAt(shown, path, mask) as T, value)
}

function maskAt(value: unknown, path: MaskedField['path'], mask: MaskedField['mask']): unknown {
  const [step, ...rest] = path
  if (step === undefined) return typeof value === 'string' ? mask(value) : value
  if (Array.isArray(value)) return step === eachEntry ? value.map((entry) => maskAt(entry, rest, mask)) : value
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, step === eachEntry || step === key ? maskAt(inner, rest, mask) : inner])
  return Object.fromEntries(entries)
}
