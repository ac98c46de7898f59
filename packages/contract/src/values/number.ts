import * as z from 'zod/mini'

/** The largest number that a whole column of the database keeps: versions, counts, sequences of one record. */
export const maxWhole = 2_147_483_647

/** A whole number from `min` to `max`, both included. */
export function whole(min: number, max: number) {
  return z.int().check(z.minimum(min), z.maximum(max))
}

/** A share in parts per million, from none to `mostPercent`: 200,000 = 20 %. A refusal tells it in percent, as people read and type it. */
export function share(mostPercent: number) {
  return z.int().check(z.minimum(0, 'must be at least 0 %'), z.maximum(mostPercent * 10_000, `must be at most ${mostPercent} %`))
}

/** A number from `min` to `max`, both included, that may have a fraction. */
export function decimal(min: number, max: number) {
  return z.number().check(z.minimum(min), z.maximum(max))
}

/** The version of a record: 1 when it is made, one more with every change. */
export const Version = whole(1, maxWhole)

const digits = /^(?:0|-?[1-9]\d{0,15})$/

/** A whole number in an address: plain decimal digits and nothing else, so that neither `0x10`, `1e1` nor an empty text is a number. */
export function queryWhole(min: number, max: number) {
  const read = z.transform((value: unknown) => (typeof value === 'string' && digits.test(value) ? Number(value) : value))
  return z.pipe(read, whole(min, max)) as z.ZodMiniType<number, number | string>
}

/** Yes or no in an address: `true` or `false`. */
export function queryFlag() {
  const read = z.transform((value: unknown) => value === 'true' || (value === 'false' ? false : value))
  return z.pipe(read, z.boolean()) as z.ZodMiniType<boolean, boolean | string>
}
