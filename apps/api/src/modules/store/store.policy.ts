import type { StoreDraft } from '@larder/contract'
import type { Actor } from '#kit/actor.ts'
import { can } from '#kit/authorize.ts'
import { Refusal } from '#kit/errors.ts'

type Field = Exclude<keyof StoreDraft, 'version'>

const hours: readonly Field[] = ['openingHours', 'specialDays']
const everything: readonly Field[] = [
  'displayName',
  'phone',
  'email',
  'address',
  'point',
  'prepMinutes',
  'busyExtraMinutes',
  'autoAccept',
  'maxOrdersPerQuarterHour',
  'openingHours',
  'specialDays',
  'cuisineIds',
  'categoryTypeIds',
]

/** Roles that edit only a part of a store (product.md section 7: customer care admin "E hours"). */
const fieldsOfRole: Readonly<Record<string, readonly Field[]>> = { 'custumercare-admin': hours }

/** The fields that the caller's role may change. */
export function editableFields(actor: Actor): readonly Field[] {
  if (!can(actor, 'store.edit')) return []
  return (actor.role !== null && fieldsOfRole[actor.role]) || everything
}

/** Goes on only if the caller's role may change every field of the draft; else not-permitted, naming those that it may not. */
export function allowFields(actor: Actor, draft: Partial<StoreDraft>): void {
  const editable: readonly string[] = [...editableFields(actor), 'version']
  const refused = Object.keys(draft).filter((field) => !editable.includes(field))
  if (refused.length === 0) return
  throw new Refusal('not-permitted', {
    reason: 'field-not-permitted',
    message: `Your role may change only ${editable.filter((field) => field !== 'version').join(', ')}.`,
    fields: Object.fromEntries(refused.map((field) => [`body.${field}`, 'may not be changed by your role'])),
    permission: 'store.edit',
  })
}
