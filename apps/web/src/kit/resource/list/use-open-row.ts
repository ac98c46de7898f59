import { useSearchParams } from 'react-router'
import { usePlaces } from '../../access/places.tsx'

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
  const [params, setParams] = useSearchParams()
  const opened = (how: 'record' | 'edit' | null, id = '') => {
    const next = new URLSearchParams(params)
    next.delete('record')
    next.delete('edit')
    next.delete('field')
    next.delete('draft')
    if (how) next.set(how, id)
    return next
  }
  const ownPath = (id: string) => {
    const path = places.recordPath(entity, id)
    return path?.includes('?') ? null : path
  }
  return {
    /** `new`, an id, or null for nothing. */
    openId: params.get('edit') ?? params.get('record'),
    isEditing: params.has('edit'),
    pathTo: (id: string) => ownPath(id) ?? (contract.get ? `?${opened('record', id)}` : null),
    openNew: () => setParams(opened('edit', 'new')),
    /** A new one that was begun before. */
    openDraft: (draft: string) => {
      const next = opened('edit', 'new')
      next.set('draft', draft)
      setParams(next)
    },
    /** Its form, with the cursor in one field. */
    edit: (id: string, field?: string) => {
      const next = opened('edit', id)
      if (field) next.set('field', field)
      setParams(next)
    },
    close: () => setParams(opened(null)),
  }
}
