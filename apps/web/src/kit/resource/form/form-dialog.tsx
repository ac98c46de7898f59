import { useEffect, useEffectEvent, useState } from 'react'
import { useHeld } from '#api/held.ts'
import { ActionBar } from '../../actions/action-bar.tsx'
import { useAskHost } from '../../actions/host.ts'
import { Loading } from '../../feedback/feedback.tsx'
import { Button } from '../../layout/button.tsx'
import { Card } from '../../layout/card.tsx'
import { Dialog } from '../../layout/dialog.tsx'
import { Row, Stack } from '../../layout/flow.tsx'
import { Text } from '../../layout/text.tsx'
import { lazily } from '../../lazily.tsx'
import { useNotify, useNotifyAdded } from '../../notify.ts'
import type { BaseRow } from '../../row.ts'
import { actionsOf } from '../actions-of.ts'
import type { Resource } from '../define.ts'
import { useOpenRow } from '../list/use-open-row.ts'
import { HistoryPanel } from '../record/history-panel.tsx'
import { RecordDialog } from '../record/record-dialog.tsx'
import { type RecordSide, RecordTabs } from '../record/record-tabs.tsx'
import { useEdit, useRecord } from '../use-record.ts'
import { historyOf } from './draft.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { ResourceForm } from './resource-form.tsx'
import { changesInWords, SubmitButton } from './save-bar.tsx'
import { useResourceForm } from './use-resource-form.ts'

const Wizard = lazily(() => import('../wizard/wizard.tsx').then((module) => module.Wizard))

interface FormDialogProps<Row extends BaseRow, One extends BaseRow, Draft, K extends string> {
  resource: Resource<Row, One, Draft, K>
  /** `new` for a new one. */
  id: string
  blank?: Partial<Draft>
  begins?: { title: string; words: string }
  onClose: () => void
}

/** A small record over its list: to be read, with its history, and to be changed by those who may. */
export function FormDialog<Row extends BaseRow, One extends BaseRow, Draft, K extends string>(props: FormDialogProps<Row, One, Draft, K>) {
  const { resource, id, onClose } = props
  const read = useRecord(resource, id === 'new' ? null : id)
  if (id === 'new') return resource.steps ? <Wizard {...props} /> : <OpenForm {...props} record={null} />
  if (read.data) return <OneRecord key={id} {...props} record={read.data} isGone={read.error?.kind === 'not-found'} />
  return (
    <Dialog title={resource.label[0]} open onClose={onClose} width={640}>
      <Loading read={read}>{() => null}</Loading>
    </Dialog>
  )
}

function OneRecord<Row extends BaseRow, One extends BaseRow, Draft, K extends string>(
  props: FormDialogProps<Row, One, Draft, K> & { record: One; isGone: boolean },
) {
  const { resource, record, isGone, onClose } = props
  const { isEditing, edit } = useOpenRow(resource)
  const may = useEdit(resource, record)
  if (isEditing && may?.because === null) return <OpenForm {...props} />
  return (
    <RecordDialog
      resource={resource}
      record={record}
      isGone={isGone}
      may={may}
      onEdit={(field) => edit(record.id, field)}
      onClose={onClose}
    />
  )
}

function OpenForm<Row extends BaseRow, One extends BaseRow, Draft, K extends string>(
  props: FormDialogProps<Row, One, Draft, K> & { record: One | null; isGone?: boolean },
) {
  const { resource, record, blank, onClose, isGone = false } = props
  const notify = useNotify()
  const notifyAdded = useNotifyAdded(resource)
  const { tell } = useAskHost()
  const [side, setSide] = useState<RecordSide>('record')
  const [one] = resource.label
  const state = useResourceForm({
    resource,
    record,
    ...(blank && { blank }),
    onSaved: (answer) => {
      const told = record ? null : resource.tells?.(answer)
      if (told) tell(told)
      if (record) notify(`${one} saved`)
      else notifyAdded(answer.id)
      onClose()
    },
    onRequested: onClose,
  })
  const isDirty = state.changes.length > 0
  const discard = () => {
    state.drop()
    setDiscarded(true)
  }
  const [isDiscarded, setDiscarded] = useState(false)
  // A deleted record's form closes by itself unless something typed would go with it; a discarded one once nothing guards it any more.
  const close = useEffectEvent(onClose)
  // Shown as deleted, it has no form; brought back, it is in its list again.
  const isDeleted = useHeld().some(({ id, change }) => id === record?.id && change === null)
  const isDone = isDiscarded || isDeleted || (isGone && !isDirty)
  useEffect(() => {
    if (isDone) close()
  }, [isDone])
  return (
    <Dialog
      title={record ? resource.title(record) : `Add ${one.toLowerCase()}`}
      open
      // Typed text is not lost to a click beside the dialog.
      onClose={isDirty ? () => {} : onClose}
      width={640}
      actions={
        <Row justify="space-between" style={{ width: '100%' }}>
          {record && !isDirty ? <ActionBar actions={actionsOf(resource)} row={record} /> : <span />}
          <Row>
            <Text size={12} tone="muted">
              {record && isDirty ? changesInWords(state) : ''}
            </Text>
            <Button onClick={isDirty ? discard : onClose}>{isDirty ? 'Discard' : 'Cancel'}</Button>
            <SubmitButton formId={state.id} label={record ? 'Save' : 'Add'} busy={state.isBusy} disabled={record !== null && !isDirty} />
          </Row>
        </Row>
      }
    >
      {record && <RecordTabs label={one} side={side} onSide={setSide} />}
      <div hidden={side !== 'record'}>
        <Stack gap={4}>
          <ResourceForm state={state} groups={resource.form ?? []} />
          {resource.preview && (
            <Card title={resource.preview.title}>
              {resource.preview.render({ ...record, ...state.values } as Partial<Draft> & Partial<One>)}
            </Card>
          )}
        </Stack>
      </div>
      {side === 'history' && record && <HistoryPanel entity={resource.entity} id={record.id} words={historyOf(resource)} />}
      <LeaveGuard isDirty={isDirty && !isDiscarded && !state.isBusy && state.needed === null} onDiscard={state.drop} />
    </Dialog>
  )
}
