import { usePlaces } from '../../access/places.tsx'
import { useAddress } from '../../use-address.ts'

/** Where a record stands in the address that is open beside its list. */
export const besideParams = ['record', 'edit', 'field', 'draft'] as const

interface Openable {
  entity: string
  contract: { get?: unknown }
}

/**
 * How a row is opened: on its own screen where the entity has one, else beside its list, in a dialog that stands in the address: `?record=`
 * to be read, `?edit=` to be changed.
 */
export function useOpenRow({ entity, contract }: Openable) {
  const places = usePlaces()
  const [params, setParams] = useAddress()
  const open = (next: URLSearchParams, how: 'record' | 'edit' | null, id = '', more: { field?: string; draft?: string } = {}) => {
    for (const name of besideParams) next.delete(name)
    if (how) next.set(how, id)
    for (const [name, value] of Object.entries(more)) if (value) next.set(name, value)
  }
  const recordAddress = (id: string) => {
    const next = new URLSearchParams(params)
    open(next, 'record', id)
    return `?${next}`
  }
  const ownPath = (id: string) => {
    const path = places.recordPath(entity, id)
    return path?.includes('?') ? null : path
  }
  return {
    /** `new`, an id, or null for nothing. */
    openId: params.get('edit') ?? params.get('record'),
    isEditing: params.has('edit'),
    pathTo: (id: string) => ownPath(id) ?? (contract.get ? recordAddress(id) : null),
    openNew: () => setParams((next) => open(next, 'edit', 'new')),
    /** A new one that was begun before. */
    openDraft: (draft: string) => setParams((next) => open(next, 'edit', 'new', { draft })),
    /** Its form, with the cursor in one field. */
    edit: (id: string, field = '') => setParams((next) => open(next, 'edit', id, { field })),
    close: () => setParams((next) => open(next, null)),
  }
}
