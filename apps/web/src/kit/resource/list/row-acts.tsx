import type { NamedEndpoint } from '@larder/contract'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '../../access/access.tsx'
import { IconButton } from '../../layout/button.tsx'
import { soon } from '../../lazily.tsx'
import type { BaseRow } from '../../row.ts'
import type { Resource } from '../define.ts'

const RowMenu = soon(() => import('./row-menu.tsx').then((module) => module.RowMenu))

interface RowActsProps<Row extends BaseRow, One extends BaseRow, Draft, K extends string> {
  resource: Resource<Row, One, Draft, K>
  row: Row
}

/** The acts of a row behind one button; what they need to know of it is found out when it is opened. */
export function RowActs<Row extends BaseRow, One extends BaseRow, Draft, K extends string>({
  resource,
  row,
}: RowActsProps<Row, One, Draft, K>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const label = `Actions on ${resource.title(row)}`
  const isNamed = endpointsOf(resource).some(({ name }) => row.allowed?.some(({ action }) => name.endsWith(`.${action}`)))
  if (!isNamed) return null
  return (
    <>
      <IconButton
        label={label}
        icon={IconDots}
        size="small"
        expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      {anchor && <RowMenu resource={resource} row={row} label={label} anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  )
}

/** Whether the signed-in person may ever do something with a row. */
export function useHasActs<Row extends BaseRow, One extends BaseRow, Draft, K extends string>(
  resource: Resource<Row, One, Draft, K>,
): boolean {
  const may = useMay()
  return endpointsOf(resource).some(({ shape }) => may(shape.permission))
}

function endpointsOf<Row extends BaseRow, One extends BaseRow, Draft, K extends string>(
  resource: Resource<Row, One, Draft, K>,
): NamedEndpoint[] {
  const { bulk = [], actions = [], contract } = resource
  const acts = [...bulk.map(({ act }) => act.endpoint), ...actions.map(({ endpoint }) => endpoint)]
  return contract.remove ? [...acts, contract.remove] : acts
}
