import { usePartOfPhone } from '../../access/part-of-phone.ts'
import { EmptyState } from '../../feedback/feedback.tsx'
import { Button } from '../../layout/button.tsx'
import type { BaseRow } from '../../row.ts'
import type { Resource } from '../define.ts'
import type { ListState } from '../rows/use-list-state.ts'

interface ListEmptyProps<Row extends BaseRow, One extends BaseRow, Draft, K extends string> {
  resource: Resource<Row, One, Draft, K>
  list: ListState
  onAdd?: () => void
  /** The cursor in the address is none of this list. */
  isLost?: boolean
}

/** Nothing here: because of the filters, because this page ran empty, or because there is none yet. */
export function ListEmpty<Row extends BaseRow, One extends BaseRow, Draft, K extends string>(props: ListEmptyProps<Row, One, Draft, K>) {
  const { resource, list, onAdd, isLost } = props
  const [one, many] = resource.label
  const { contract, looksInto = contract.get } = resource
  const partOfPhone = usePartOfPhone([contract.list, looksInto], many.toLowerCase(), list.query.q)
  if (isLost || list.page > 1)
    return (
      <EmptyState title="Nothing on this page any more" action={<Button onClick={() => list.set({})}>Back to the first page</Button>} />
    )
  const { sort, ...cuts } = list.query
  if (Object.keys(cuts).length > 0)
    return (
      <EmptyState
        title={`No matching ${many.toLowerCase()}`}
        text={partOfPhone ?? 'Clear a filter or change your search.'}
        action={<Button onClick={() => list.replace(sort ? { sort } : {})}>Clear all filters</Button>}
      />
    )
  return (
    <EmptyState
      title={`No ${many.toLowerCase()} yet`}
      {...(resource.emptyText && { text: resource.emptyText })}
      action={
        onAdd && (
          <Button tone="primary" onClick={onAdd}>
            Add the first {one.toLowerCase()}
          </Button>
        )
      }
    />
  )
}
