import type { AuditEntry } from '@larder/contract'
import type { Selectable } from 'kysely'
import type { AuditEntry as AuditEntryTable } from '#db/schema.gen.ts'
import { camelCase } from '#kit/record/constraint.ts'

type Row = Selectable<AuditEntryTable>

/** What every write touches, and what an amount carries itself; it says nothing of what was changed. */
const bookkeeping = new Set(['id', 'version', 'createdAt', 'updatedAt', 'search', 'currency'])
const personal = /phone|email|address/i
const hidden = '[hidden]'

/** An entry with the fields that it changed, in the names and shapes of the API; amounts without a currency of their own are in `currency`. */
export function presentEntry(row: Row, mayReveal: boolean, currency: string): AuditEntry {
  return {
    id: String(row.id),
    at: row.at,
    actorKind: row.actor_kind as AuditEntry['actorKind'],
    actorName: row.actor_name,
    role: row.role,
    roleName: null,
    action: row.action,
    entity: row.entity,
    entityId: row.entity_id,
    changes: changesOf(row.old, row.new, currency).map((change) => (mayReveal ? change : hidePersonal(change))),
    names: {},
    reason: row.reason,
    checkerName: row.checker_name,
    changeSetId: row.change_set_id,
    requestId: row.request_id,
  }
}

type Change = AuditEntry['changes'][number]

/** Fields that differ between two sides of an entry, by name; a side that is not a record is told as one field, `value`. */
export function changesOf(old: unknown, current: unknown, currency: string): Change[] {
  const [before, after] = [fieldsOf(old, currency), fieldsOf(current, currency)]
  return [...new Set([...before.keys(), ...after.keys()])]
    .sort()
    .filter((field) => !bookkeeping.has(field))
    .map((field) => ({ field, old: before.get(field) ?? null, new: after.get(field) ?? null }))
    .filter((change) => JSON.stringify(change.old) !== JSON.stringify(change.new))
}

function fieldsOf(side: unknown, currency: string): Map<string, unknown> {
  if (side === null || side === undefined) return new Map()
  if (typeof side !== 'object' || Array.isArray(side)) return new Map([['value', side]])
  return new Map(
    Object.entries(withPoint(side)).map(([key, value]) => fieldOf(key, value, 'currency' in side ? String(side.currency) : currency)),
  )
}

const amount = /_minor$/

function fieldOf(column: string, value: unknown, currency: string): [string, unknown] {
  if (!amount.test(column)) return [camelCase(column), value]
  return [camelCase(column.replace(amount, '')), value === null ? null : { minor: value, currency }]
}

function withPoint(side: object): object {
  if (!('lat' in side && 'lng' in side)) return side
  const { lat, lng, ...rest } = side
  return { ...rest, point: lat === null || lng === null ? null : { lat, lng } }
}

function hidePersonal(change: Change): Change {
  if (!personal.test(change.field)) return change
  const hide = (value: unknown) => (value === null ? null : hidden)
  return { ...change, old: hide(change.old), new: hide(change.new) }
}
