import { type ChangeFieldKey, type ChangeOutcome, type ChangeValue, type ChangeValues, keysOf, type Meanwhile } from '@larder/contract'

/** What becomes of a row: what is written, what was found there, and why where it is not what was asked for. */
export interface Decision {
  outcome: ChangeOutcome
  write: ChangeValues
  found: ChangeValues
  /** Fields that are another by now, with what they are. */
  others: readonly Other[]
}
export interface Other {
  field: ChangeFieldKey
  wanted: ChangeValue
  now: ChangeValue
}

const pick = (values: ChangeValues, fields: readonly ChangeFieldKey[]): ChangeValues =>
  Object.fromEntries(fields.map((field) => [field, values[field] ?? null]))
const same = (a: ChangeValues, b: ChangeValues, field: ChangeFieldKey) => (a[field] ?? null) === (b[field] ?? null)

/**
 * Publishes one row: `old` is what was looked at, `live` what is there. A field that is another by now leaves the whole row out, unless it is
 * to be overwritten; one that is as wanted already is nobody's conflict.
 */
export function publishing(old: ChangeValues, wanted: ChangeValues, live: ChangeValues, meanwhile: Meanwhile): Decision {
  const fields = keysOf(wanted).filter((field) => !same(wanted, live, field))
  const moved = fields.filter((field) => !same(old, live, field))
  const others = moved.map((field) => ({ field, wanted: old[field] ?? null, now: live[field] ?? null }))
  if (fields.length === 0) return { outcome: 'unchanged', write: {}, found: {}, others: [] }
  if (moved.length > 0 && meanwhile === 'leave-out') return { outcome: 'left-out', write: {}, found: {}, others }
  return { outcome: moved.length > 0 ? 'overwritten' : 'published', write: pick(wanted, fields), found: pick(live, fields), others }
}

/** Takes back what was written over `found`: three-way, so that a field that somebody has edited since stays as it is, and is told. */
export function takingBack(found: ChangeValues, written: ChangeValues, live: ChangeValues): Decision {
  const fields = keysOf(found)
  const edited = fields.filter((field) => !same(written, live, field))
  const back = fields.filter((field) => !edited.includes(field))
  const others = edited.map((field) => ({ field, wanted: written[field] ?? null, now: live[field] ?? null }))
  return { outcome: edited.length > 0 ? 'kept' : 'rolled-back', write: pick(found, back), found: pick(live, back), others }
}
