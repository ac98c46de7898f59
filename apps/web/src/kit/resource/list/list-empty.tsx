import { digitsOfWhole, fieldsOf, isPhone, isPhoneLike, maskOf, phoneDigits } from '@larder/contract'
import { useMay } from '../../access/access.tsx'
import { EmptyState } from '../../feedback/feedback.tsx'
import { Button } from '../../layout/button.tsx'
import type { BaseRow } from '../../row.ts'
import type { AnyResource, Resource } from '../define.ts'
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
  const partOfPhone = usePartOfPhone(resource, list.query.q)
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

/** Why nothing is found by a part of a phone: whom numbers are masked for finds by the whole of one alone, or by none. Null of any other search. */
function usePartOfPhone({ contract, label }: Pick<AnyResource, 'contract' | 'label'>, typed = ''): string | null {
  const may = useMay()
  const shapes = [contract.list, contract.get].flatMap((endpoint) => (endpoint ? Object.values(fieldsOf(endpoint.shape.response)) : []))
  const phones = shapes.filter(isPhone)
  const masks = phones.flatMap((field) => maskOf(field) ?? []).filter(({ reveal }) => reveal === null || !may(reveal))
  if (masks.length === 0 || masks.length < phones.length || !isPhoneLike(typed)) return null
  const many = label[1].toLowerCase()
  if (!masks.every(({ single }) => single !== null && may(single))) return `You see phones masked, so ${many} are not found by them.`
  return phoneDigits(typed).length < digitsOfWhole
    ? `Whole number needed: you see phones masked, so ${many} are found by all digits of one, not by a part.`
    : null
}
