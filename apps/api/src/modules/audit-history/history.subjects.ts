import { isId, mediaTypesOf, type Permission, type SoughtEntity, settings, setupSteps } from '@larder/contract'
import type { Context } from '#kit/context.ts'
import { notFound } from '#kit/errors.ts'
import type { App } from '#kit/http/handler.ts'
import { masksOf } from '#kit/read/masked-fields.ts'
import { branches } from '#modules/branch/branch.service.ts'

/** Whose history can be asked for: what it takes to see the record itself, null where one's own is everybody's, and what it takes to see whom it is about. */
export interface Subject {
  permission: Permission | null
  /** Throws not-found where the caller could not open the record: scopes and teams are the record's own rule. */
  open(ctx: Context, id: string): unknown
  /** Without this permission a customer's phone, e-mail and address stay hidden. */
  reveal?: Permission | undefined
}

/** What the API has for everybody to read: its endpoints by name, and what they do. */
export type Reads = Pick<App, 'implemented' | 'handlers'>

/** What has a history without a record that is got by its id. */
const others: Readonly<Record<string, Subject>> = {
  // Everybody chooses among branches; what a partner has of the revenue is for fewer.
  branch: { permission: 'setting.view', open: byId('branch', (ctx, id) => branches.read(ctx, id)) },
  setting: { permission: 'setting.view', open: (_, key) => (key in settings ? key : notFound('setting')) },
  setup: { permission: 'setting.edit', open: (_, key) => (key in setupSteps ? key : notFound('history')) },
}

/** Whatever is got by its id, but files, has a history: whoever may open it may read that. */
export function subjectOf({ implemented, handlers }: Reads, entity: string): Subject | undefined {
  if (Object.hasOwn(others, entity)) return others[entity]
  const get = implemented.get(`${entity}.get`)
  const open = get && handlers.get(get.name)
  if (!open || !get.path.endsWith('/:id') || mediaTypesOf(get.shape.response)) return undefined
  const { permission, response } = get.shape
  const [masked] = masksOf(response)
  return {
    permission: permission === 'signed-in' ? null : (permission as Permission),
    open: byId(entity as SoughtEntity, (ctx, id) => open(ctx, { params: { id } })),
    reveal: masked?.reveal ?? undefined,
  }
}

function byId(entity: SoughtEntity, get: Subject['open']): Subject['open'] {
  return (ctx, id) => (isId(id) ? get(ctx, id) : notFound(entity))
}
