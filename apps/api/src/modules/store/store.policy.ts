import type { Allowed, Permission, StoreDraft, StoreStatus } from '@larder/contract'
import type { Actor } from '#kit/actor.ts'
import { can } from '#kit/authorize.ts'
import { Refusal } from '#kit/errors.ts'

type Field = Exclude<keyof StoreDraft, 'version'>
type Action = 'update' | 'setOpenMode' | 'suspend' | 'reinstate'

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

const actions: Record<Action, { permission: Permission; from: readonly StoreStatus[]; because: string }> = {
  update: {
    permission: 'store.edit',
    from: ['lead', 'draft', 'review', 'approved', 'live', 'suspended'],
    because: 'The store was terminated.',
  },
  setOpenMode: { permission: 'store.operate', from: ['live'], because: 'Only a live store takes orders.' },
  suspend: { permission: 'store-status.operate', from: ['live'], because: 'Only a live store can be suspended.' },
  reinstate: { permission: 'store-status.operate', from: ['suspended'], because: 'The store is not suspended.' },
}

/** What the caller may ever do with a store, and why its status forbids it now. */
export function storeAllows(actor: Actor, store: { status: string }): Allowed {
  const mine = (Object.keys(actions) as Action[]).filter((action) => can(actor, actions[action].permission))
  return mine.map((action) => ({ action, because: whyNot(action, store) }))
}

/** Why a store's status forbids an action; null when it does not. */
export function whyNot(action: Action, store: { status: string }): string | null {
  const { from, because } = actions[action]
  return from.some((status) => status === store.status) ? null : because
}

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
