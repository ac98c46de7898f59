import type { AuditEntry } from '@larder/contract'
import type { Selectable } from 'kysely'
import type { AuditEntry as AuditEntryTable } from '#db/schema.gen.ts'
import { camelCase } from '#kit/record/constraint.ts'

type Row = Selectable<AuditEntryTable>

/** What every write touches; it says nothing of what was changed. */
const bookkeeping = new Set(['id', 'version', 'createdAt', 'updatedAt', 'search'])
const personal = /phone|email|address/i
const hidden = '[hidden]'

/** An entry with the fields that it changed, in the names of the API. */
export function presentEntry(row: Row, mayReveal: boolean): AuditEntry {
  return {
    id: String(row.id),
    at: row.at,
    actorKind: row.actor_kind as AuditEntry['actorKind'],
    actorName: row.actor_name,
    role: row.role,
    action: row.action,
    entity: row.entity,
    entityId: row.entity_id,
    changes: changesOf(row.old, row.new).map((change) => (mayReveal ? change : hidePersonal(change))),
    reason: row.reason,
    requestId: row.request_id,
  }
}

type Change = AuditEntry['changes'][number]

/** Fields that differ between two sides of an entry, by name; a side that is not a record is told as one field, `value`. */
export function changesOf(old: unknown, current: unknown): Change[] {
  const [before, after] = [fieldsOf(old), fieldsOf(current)]
  return [...new Set([...before.keys(), ...after.keys()])]
    .sort()
    .filter((field) => !bookkeeping.has(field))
    .map((field) => ({ field, old: before.get(field) ?? null, new: after.get(field) ?? null }))
    .filter((change) => JSON.stringify(change.old) !== JSON.stringify(change.new))
}

function fieldsOf(side: unknown): Map<string, unknown> {
  if (side === null || side === undefined) return new Map()
  if (typeof side !== 'object' || Array.isArray(side)) return new Map([['value', side]])
  return new Map(Object.entries(side).map(([key, value]) => [camelCase(key), value]))
}

function hidePersonal(change: Change): Change {
  if (!personal.test(change.field)) return change
  const hide = (value: unknown) => (value === null ? null : hidden)
  return { ...change, old: hide(change.old), new: hide(change.new) }
}
