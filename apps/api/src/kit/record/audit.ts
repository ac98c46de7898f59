import { allContracts, type Contract, type MaskedField, type NamedEndpoint } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../context.ts'
import { masksOf } from '../read/masked-fields.ts'
import type { Change } from './change.ts'
import { camelCase } from './constraint.ts'

const secretKey = /password|token|secret|hash|account_?number|authorization|api_?key|^otp$|^pin$/i
const hidden = '[hidden]'

type Masks = ReadonlyMap<string, MaskedField['mask']>

/** By entity the fields that its answers mask, in whichever of its contracts: an entry keeps them as those get them who may not read them. */
const masks: ReadonlyMap<string, Masks> = masksByEntity(
  Object.values<Contract>(allContracts).flatMap((contract) => Object.values(contract)),
)
const noMasks: Masks = new Map()

function masksByEntity(endpoints: NamedEndpoint[]): Map<string, Masks> {
  const found = new Map<string, Map<string, MaskedField['mask']>>()
  for (const { entity, shape } of endpoints) {
    const ofEntity = found.get(entity) ?? new Map()
    for (const { path, mask } of masksOf(shape.response)) ofEntity.set(String(path.at(-1)), mask)
    found.set(entity, ofEntity)
  }
  return found
}

/**
 * What an audit entry keeps of a change: only the fields that differ when both sides are rows, secrets hidden by their key's name, what the
 * contract masks of the entity masked. Bytes are never kept.
 */
export function auditedSides(old: unknown, current: unknown, entity = ''): { old: unknown; new: unknown } {
  const masked = (value: unknown) => kept(value, masks.get(entity) ?? noMasks)
  if (!isRecord(old) || !isRecord(current)) return { old: masked(old), new: masked(current) }
  const differing = [...new Set([...Object.keys(old), ...Object.keys(current)])].filter(
    (key) => JSON.stringify(old[key]) !== JSON.stringify(current[key]),
  )
  const pick = (side: Record<string, unknown>) => Object.fromEntries(differing.map((key) => [key, side[key] ?? null]))
  return { old: masked(pick(old)), new: masked(pick(current)) }
}

/** The insert of an entry for each change, as a part of the unit's last statement. The chain's hashes are computed by the table itself. */
export function auditInsert(ctx: Context, changes: readonly Change[], setId: string | null): RawBuilder<unknown> {
  return sql`insert into audit_entry (actor_kind, actor_id, actor_name, role, address, action, entity, entity_id, branch_id, store_id, old, new, reason,
    request_id, change_set_id, checker_id, checker_name) values ${sql.join(changes.map((change) => entryOf(ctx, change, setId)))}`
}

function entryOf(ctx: Context, change: Change, setId: string | null): RawBuilder<unknown> {
  const actor = change.maker ?? ctx.actor
  const checker = change.maker && ctx.actor
  const sides = auditedSides(change.old, change.new, change.entity)
  return sql`(${actor.kind}, ${actor.id}::uuid, ${actor.name}, ${actor.role}, ${ctx.address}, ${change.action}, ${change.entity}, ${change.id},
    ${change.branchId}::uuid, ${change.storeId}::uuid, ${toJson(sides.old)}::jsonb, ${toJson(sides.new)}::jsonb, ${change.reason ?? null},
    ${ctx.requestId}, ${setId}::uuid, ${checker?.id ?? null}::uuid, ${checker?.name ?? null})`
}

function kept(value: unknown, fields: Masks): unknown {
  if (Array.isArray(value)) return value.map((entry) => kept(entry, fields))
  if (value instanceof Uint8Array) return hidden
  if (!isRecord(value)) return value ?? null
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, keptOf(key, inner, fields)]))
}

function keptOf(key: string, value: unknown, fields: Masks): unknown {
  if (isSecret(key, value)) return hidden
  const mask = fields.get(camelCase(key))
  return mask && typeof value === 'string' ? mask(value) : kept(value, fields)
}

// A missing secret stays visible as missing: "a password was set" is worth knowing.
function isSecret(key: string, value: unknown): boolean {
  return secretKey.test(key) && value !== null && value !== undefined && typeof value !== 'boolean'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)
}

function toJson(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value)
}
