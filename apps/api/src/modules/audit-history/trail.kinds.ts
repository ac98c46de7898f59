import { orderEventTypes, type Permission } from '@larder/contract'
import { can } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { type Reads, subjectOf } from './history.subjects.ts'

/** Kinds that are recorded and have no page of their own, with what it takes to see entries of them. */
const others: Readonly<Record<string, Permission>> = {
  session: 'staff.view',
  'sign-in': 'staff.view',
  cart: 'customer.view',
  device: 'customer.view',
  review: 'ticket.view',
}
/** What only their owners see, or nobody: theirs are told to administrators. */
const owned = ['draft', 'file', 'saved-view', 'task']

/** What everybody does in their own name: it is theirs to see. */
export const ownKinds: readonly string[] = [...owned, 'session', 'passkey', 'second-factor']

/** What the product or an app does, beside the writes of the kind. */
const ownActs: Readonly<Record<string, readonly string[]>> = {
  order: orderEventTypes,
  customer: ['finishErasure'],
  rider: ['shift', 'endBlock'],
  session: ['login'],
  setting: ['plan', 'failPlan'],
  'sign-in': ['refuse'],
  task: ['finish', 'fail'],
}

/** Every kind of record that there can be entries of. */
export function knownKinds(reads: Reads): string[] {
  const told = [...reads.implemented.values()].map(({ entity }) => entity).filter((entity) => subjectOf(reads, entity))
  return [...new Set([...told, 'customer', 'rider', 'setting', 'setup', ...Object.keys(others), ...owned])]
}

/**
 * The kinds of records whose entries this person may see: those that they may view. What only its owner sees, such as a draft, and what
 * nothing else shows is in nobody's trail but an administrator's, who sees all: null.
 */
export function visibleKinds(reads: Reads, ctx: Context): string[] | null {
  if (ctx.actor.isAdmin) return null
  return knownKinds(reads).filter((kind) => {
    const permission = others[kind] ?? subjectOf(reads, kind)?.permission
    return permission && can(ctx, permission)
  })
}

/** What can be done to records of these kinds, as entries call it. */
export function actsOn(reads: Reads, kinds: readonly string[]): string[] {
  const writes = [...reads.implemented.values()].filter(({ method, entity }) => method !== 'GET' && kinds.includes(entity))
  const verbs = writes.map(({ name }) => name.slice(name.indexOf('.') + 1))
  return [...new Set([...verbs, ...kinds.flatMap((kind) => ownActs[kind] ?? [])])].toSorted()
}
