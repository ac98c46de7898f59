import * as z from 'zod/mini'
import { type Endpoint, post, type Schema } from './endpoint.ts'
import { byId } from './page.ts'
import type { Permission } from './permissions.ts'
import { maskPhone, Phone } from './values/phone.ts'
import { Email, maskEmail, text } from './values/text.ts'

interface Mask {
  /** Shows the field whole, and lets one find by any part of it; null: nobody, it is only revealed one at a time. */
  readonly reveal: Permission | null
  /** Reveals it of one record with a reason, and lets one find by the whole value alone. */
  readonly single: Permission | null
  /** What everybody else gets in its place. */
  readonly mask: (value: string) => string
}

/** What masks put in the place of what they hide; no value of a masked field has it. */
export const maskMark = '•'

/**
 * Marks a text that is shown whole to holders of `reveal` alone; everybody else gets what `mask` makes of it and finds nothing by it. The API
 * takes from this mark what leaves it, what the record keeps, and what may be searched, sorted and filtered.
 */
export function masked<T extends z.core.$ZodType<string | null>>(
  schema: T,
  reveal: Permission | null,
  mask: Mask['mask'],
  single: Permission | null = null,
): T & Mask {
  return Object.assign(z.core.clone(schema), { reveal, mask, single })
}

/** A customer's phone: whole for holders of `reveal`, and one at a time for those of `customer-phone.reveal`. */
export function maskedPhone(reveal: Permission) {
  return masked(z.string(), reveal, maskPhone, 'customer-phone.reveal')
}

/** A customer's e-mail address, or none: whole and one at a time for whom the phone is. */
export function maskedEmail(reveal: Permission) {
  return masked(z.nullable(Email), reveal, maskEmail, 'customer-phone.reveal')
}

/** Who sees a field whole and what others get; null where whoever sees the row sees the field. */
export function maskOf(field: Schema | undefined): Mask | null {
  return field && 'reveal' in field && 'mask' in field ? (field as Schema & Mask) : null
}

/** Whether a field holds a phone number, masked or not. */
export function isPhone(field: Schema): boolean {
  const { innerType } = field._zod.def as Inside
  return field === Phone || maskOf(field)?.mask === maskPhone || (innerType !== undefined && isPhone(innerType))
}

/** The fields of an object by name, of a page those of its rows; none of any other shape. */
export function fieldsOf(schema: Schema): Readonly<Record<string, Schema>> {
  const fields: Readonly<Record<string, Schema>> = schema instanceof z.core.$ZodObject ? schema._zod.def.shape : {}
  const rows = 'next' in fields ? fields.rows : undefined
  return rows instanceof z.core.$ZodArray ? fieldsOf(rows._zod.def.element) : fields
}

/** Stands in a path for every entry of a list, or every value of a dictionary. */
export const eachEntry = Symbol('each entry')

/** A masked field of a shape, however deep: `['rows', eachEntry, 'phone']`. */
export interface MaskedField extends Mask {
  readonly path: readonly (string | typeof eachEntry)[]
}

/** Every masked field of a shape. */
export function maskedFields(schema: Schema, path: MaskedField['path'] = []): MaskedField[] {
  const mask = maskOf(schema)
  if (mask) return [{ path, reveal: mask.reveal, single: mask.single, mask: mask.mask }]
  const { def } = schema._zod as { def: Inside }
  const entries = [def.element, def.valueType].flatMap((inner) => (inner ? maskedFields(inner, [...path, eachEntry]) : []))
  const parts = Object.entries(def.shape ?? {}).flatMap(([key, inner]) => maskedFields(inner, [...path, key]))
  const same = [def.innerType, def.out, ...(def.options ?? [])].flatMap((inner) => (inner ? maskedFields(inner, path) : []))
  return [...entries, ...parts, ...same]
}

/** What a schema is made of, whatever its kind. */
interface Inside {
  element?: Schema
  valueType?: Schema
  innerType?: Schema
  out?: Schema
  options?: readonly Schema[]
  shape?: Readonly<Record<string, Schema>>
}

/** A masked field of one record, in clear. */
export const Revealed = z.strictObject({ field: z.string(), value: z.string() })
export type Revealed = z.infer<typeof Revealed>

/**
 * `POST path/:id/reveal`: one of these masked fields of one record, for a reason that is kept in the record with who asked. Nobody else
 * hears of it, and the answer is kept nowhere. `permission` is the fields' `single`.
 */
export function revealing<
  const E extends string,
  const F extends readonly [string, ...string[]],
  const P extends Permission = 'customer-phone.reveal',
>(entity: E, path: string, fields: F, permission: P = 'customer-phone.reveal' as P, proof?: 'recent') {
  return post(`${path}/:id/reveal`, {
    permission,
    ...(proof && { proof }),
    params: byId(entity),
    body: z.strictObject({ field: z.enum(fields), reason: text({ max: 200 }) }),
    response: Revealed,
    idempotent: false,
    unheard: true,
    summary: 'Reveal a masked field of one record, with a reason',
  }) satisfies Endpoint
}
