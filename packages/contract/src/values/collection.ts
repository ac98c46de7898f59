import * as z from 'zod/mini'

/** The keys of a table, in its order: what `z.enum` takes of a table of words. */
export function keysOf<T extends object>(table: T): (keyof T & string)[] {
  return Object.keys(table) as (keyof T & string)[]
}

/** One of the keys of a table of words, which `labelsOf` gives back: what people read of each value. */
export function enumOf<const T extends Readonly<Record<string, string>>>(labels: T) {
  return Object.assign(z.enum(keysOf(labels)), { labels })
}

/** The words of an `enumOf`; null of any other schema. */
export function labelsOf(schema: z.core.$ZodType): Readonly<Record<string, string>> | null {
  return 'labels' in schema ? (schema.labels as Readonly<Record<string, string>>) : null
}

/** A list of at most `max` entries, by default from none on. */
export function list<T extends z.core.$ZodType>(entry: T, max: number, min = 0) {
  return z.array(entry).check(z.minLength(min), z.maxLength(max))
}

/** Values by key, at most `max` of them. */
export function dictionary<K extends z.core.$ZodRecordKey, V extends z.core.$ZodType>(key: K, value: V, max: number) {
  const isSmall = (entries: object) => Object.keys(entries).length <= max
  return z.record(key, value).check(z.refine(isSmall, `must have at most ${max} entries`), z.meta({ maxProperties: max }))
}
