import type { NamedEndpoint } from '@larder/contract'
import type { LooseInput } from './request-url.ts'

export interface Tag {
  type: 'entity'
  /** `order` = every list of orders, `order/018f…` = one record, `order/*` = every record. */
  id: string
}

const tag = (id: string): Tag => ({ type: 'entity', id })

/** The record that an input speaks of: `{ id }` of the entity, or `{ entity, id }` where the path names both. */
function recordOf(entity: string, { params }: LooseInput): string | null {
  return params?.id ? `${params.entity ?? entity}/${params.id}` : null
}

/** What a read shows: a record, or lists of its entity or the one it names in `shows`, and the lists of the entities it names in `alsoShows`. */
export function tagsOfRead({ entity, shape: { shows = entity, alsoShows = [] } }: NamedEndpoint, input: LooseInput): Tag[] {
  const record = recordOf(shows, input)
  const own = record ? [record, `${record.split('/')[0]}/*`] : [shows]
  return [...own, ...alsoShows].map(tag)
}

/**
 * What a write changes: its record, the lists of its entity, everything of the entities it names in `alsoChanges`; of one that changes
 * several records also the one that its answer is about.
 */
export function tagsOfWrite(endpoint: NamedEndpoint, input: LooseInput, answer: unknown): Tag[] {
  const record = recordOf(endpoint.entity, input)
  const also = endpoint.shape.alsoChanges?.flatMap((entity) => [entity, `${entity}/*`]) ?? []
  const { entity, entityId } = (endpoint.shape.changesSeveral ? (answer ?? {}) : {}) as { entity?: string; entityId?: string }
  const other = entity && entityId ? tagsOfChange(entity, entityId) : []
  return [...[endpoint.entity, ...(record ? [record] : []), ...also].map(tag), ...other]
}

/** What a changed row touches: the lists and the record. */
export function tagsOfChange(entity: string, id: string): Tag[] {
  return [tag(entity), tag(`${entity}/${id}`)]
}
