import type { NamedEndpoint } from '@larder/contract'
import { IconPencil } from '@tabler/icons-react'
import { use, useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useMay } from '../../access/access.tsx'
import { ActionBar } from '../../actions/action-bar.tsx'
import { Loading, SkeletonCard } from '../../feedback/feedback.tsx'
import { Button } from '../../layout/button.tsx'
import { Card } from '../../layout/card.tsx'
import { soon } from '../../lazily.tsx'
import { usePageTitle } from '../../page-title.ts'
import { EditAtContext, type Panel } from '../../panels/panels.tsx'
import type { BaseRow } from '../../row.ts'
import { actionsOf } from '../actions-of.ts'
import { type AnyResource, KnownResourcesContext, type Resource } from '../define.ts'
import { editAtOf, historyOf } from '../form/draft.ts'
import { useEdit, useRecord } from '../use-record.ts'
import { LastChange } from './last-change.tsx'
import { RecordLayout } from './record-layout.tsx'

const WaitingNotice = soon(() => import('./waiting-request.tsx').then((module) => module.WaitingNotice))

const FormScreen = soon(() => import('../form/form-screen.tsx').then((module) => module.FormScreen), <SkeletonCard lines={8} />)

interface DetailScreenProps<Row extends BaseRow, One extends BaseRow, Draft, K extends string> {
  resource: Resource<Row, One, Draft, K>
  id: string
  /** The tab whose own path this is. */
  tab?: string
}

/** A resource's record out of its panels; with `?edit=1` its form. */
export function DetailScreen<Row extends BaseRow, One extends BaseRow, Draft, K extends string>({
  resource,
  id,
  tab,
}: DetailScreenProps<Row, One, Draft, K>) {
  const [params, setParams] = useSearchParams()
  const read = useRecord(resource, id)
  // A list in a tab says by `edit` which of its own records is open.
  const isEditing = params.get('edit') === '1'
  usePageTitle(read.data && resource.title(read.data))
  const known = use(KnownResourcesContext)
  const shown = resource.tabs?.find(({ key }) => key === (tab ?? params.get('tab')))
  useEffect(() => shown?.begin?.(known), [shown, known])
  return (
    <Loading read={read} isPage>
      {(record) => (
        <Overview
          resource={resource}
          record={record}
          isEditing={isEditing}
          tab={tab}
          onEdit={(field) => setParams({ edit: '1', ...(field && { field }) })}
          onDone={() => setParams({})}
        />
      )}
    </Loading>
  )
}

function Overview<Row extends BaseRow, One extends BaseRow, Draft, K extends string>(props: {
  resource: Resource<Row, One, Draft, K>
  record: One
  isEditing: boolean
  tab: string | undefined
  onEdit: (field?: string) => void
  onDone: () => void
}) {
  const { resource, record, isEditing, tab, onEdit, onDone } = props
  const edit = useEdit(resource, record)
  const [may, navigate] = [useMay(), useNavigate()]
  if (isEditing && edit?.because === null) return <FormScreen resource={resource} id={record.id} onDone={onDone} />
  const panels = resource.panels ?? []
  const leads = (resource.leads ?? [])
    .filter(({ permission }) => may(permission))
    .map(({ label, icon, to }) => ({ key: label, label, icon, onSelect: () => void navigate(to(record)) }))
  const editAt = editAtOf(resource, edit, onEdit)
  const cards = (side: Panel<One>['side']) =>
    panels
      .filter((panel) => panel.side === side && panel.isOf?.(record) !== false && (!panel.permission || may(panel.permission)))
      .map(({ title, flush, render }) => (
        <Card key={title} title={title} flush={flush ?? false}>
          <EditAtContext value={editAt}>{render(record)}</EditAtContext>
        </Card>
      ))
  return (
    <RecordLayout
      entity={resource.entity}
      id={record.id}
      title={resource.title(record)}
      badge={resource.badge?.(record)}
      subtitle={resource.history !== null && <LastChange entity={resource.entity} id={record.id} />}
      actions={
        <>
          <ActionBar actions={actionsOf(resource)} row={record} also={leads} />
          {edit && (
            <Button icon={IconPencil} because={edit.because} onClick={() => onEdit()}>
              Edit
            </Button>
          )}
        </>
      }
      main={
        <>
          {isAskedOf(resource) && <WaitingNotice entity={resource.entity} id={record.id} />}
          {cards('main')}
        </>
      }
      side={cards('side')}
      history={resource.history === null ? null : historyOf(resource)}
      tab={tab}
      tabs={(resource.tabs ?? []).map((each) => ({
        ...each,
        count: each.count && (() => each.count?.(record) ?? 0),
        render: () => each.render(record),
      }))}
    />
  )
}

/** Whether another person's approval may be asked for of its records. */
function isAskedOf({ contract, isAskedAbout }: Pick<AnyResource, 'contract' | 'isAskedAbout'>): boolean {
  return isAskedAbout === true || Object.values<NamedEndpoint>({ ...contract }).some(({ shape }) => shape.approval)
}
