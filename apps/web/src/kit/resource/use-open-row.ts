import { useSearchParams } from 'react-router'
import { usePlaces } from '../access/places.tsx'

const parameter = 'edit'

interface Openable {
  entity: string
  form?: readonly unknown[]
  contract: { update?: unknown }
}

/** How a row is opened: on its own screen where the entity has one, else in a dialog that stands in the address as `?edit=`. */
export function useOpenRow({ entity, form, contract }: Openable) {
  const places = usePlaces()
  const [params, setParams] = useSearchParams()
  const withEdit = (value: string | null) => {
    const next = new URLSearchParams(params)
    if (value === null) next.delete(parameter)
    else next.set(parameter, value)
    return next
  }
  return {
    /** `new`, an id, or null for nothing. */
    openId: params.get(parameter),
    pathTo: (id: string) => places.recordPath(entity, id) ?? (form && contract.update ? `?${withEdit(id)}` : null),
    openNew: () => setParams(withEdit('new')),
    close: () => setParams(withEdit(null)),
  }
}
