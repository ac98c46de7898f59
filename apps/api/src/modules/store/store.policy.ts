import type { StoreDraft } from '@larder/contract'
import type { Actor } from '#kit/actor.ts'

type Field = Exclude<keyof StoreDraft, 'version'>

/** Roles that change only a part of a store (product.md section 7: customer care admin "E hours"). */
const fieldsOfRole: Readonly<Record<string, readonly Field[]>> = { 'custumercare-admin': ['openingHours', 'specialDays'] }

/** The fields that the caller's role may change of a store; undefined for all. */
export function editableFields({ role }: Actor): readonly Field[] | undefined {
  return role === null ? undefined : fieldsOfRole[role]
}
