import { useNavigate } from 'react-router'
import { usePlaces } from '../../access/places.tsx'
import { Loading } from '../../feedback/feedback.tsx'
import { Page } from '../../layout/page.tsx'
import { useNotify } from '../../notify.ts'
import type { BaseRow } from '../../row.ts'
import { Style } from '../../theme/style.tsx'
import type { Resource } from '../define.ts'
import { useRecord } from '../use-record.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { ResourceForm } from './resource-form.tsx'
import { SaveBar } from './save-bar.tsx'
import { useResourceForm } from './use-resource-form.ts'

interface FormScreenProps<Row extends BaseRow, One extends BaseRow, Draft, K extends string> {
  resource: Resource<Row, One, Draft, K>
  /** Without it: a new one. */
  id?: string
  blank?: Partial<Draft>
  /** Where to go afterwards; by default to the record. */
  onDone?: () => void
}

/** A form of 640 px as a whole screen, for a new record or a change. */
export function FormScreen<Row extends BaseRow, One extends BaseRow, Draft, K extends string>(props: FormScreenProps<Row, One, Draft, K>) {
  const read = useRecord(props.resource, props.id ?? null)
  if (props.id === undefined) return <OpenForm {...props} record={null} />
  return (
    <Loading read={read} isPage>
      {(record) => <OpenForm {...props} record={record} />}
    </Loading>
  )
}

function OpenForm<Row extends BaseRow, One extends BaseRow, Draft, K extends string>(
  props: FormScreenProps<Row, One, Draft, K> & { record: One | null },
) {
  const { resource, record, blank, onDone } = props
  const notify = useNotify()
  const navigate = useNavigate()
  const places = usePlaces()
  const [one] = resource.label
  const leave = (id: string) => {
    const path = places.recordPath(resource.entity, id) ?? places.listPath(resource.entity)
    if (onDone) onDone()
    else if (path) navigate(path)
  }
  const state = useResourceForm({
    resource,
    record,
    ...(blank && { blank }),
    onSaved: ({ id }) => {
      notify(record ? `${one} saved` : `${one} added`)
      leave(id)
    },
    onRequested: () => record && leave(record.id),
  })
  return (
    <Page title={record ? resource.title(record) : `Add ${one.toLowerCase()}`} width={640}>
      <Style>
        <ResourceForm state={state} groups={resource.form ?? []} />
      </Style>
      <SaveBar state={state} isNew={record === null} {...(onDone && { onCancel: onDone })} />
      <LeaveGuard isDirty={state.changes.length > 0 && !state.isBusy && state.needed === null} onDiscard={state.drop} />
    </Page>
  )
}
