import { IconPencil } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ActionBar } from '../../actions/action-bar.tsx'
import type { Column } from '../../cells/columns.tsx'
import { type KeyName, useDialogKeys } from '../../keys.ts'
import { Button } from '../../layout/button.tsx'
import { Card } from '../../layout/card.tsx'
import { Dialog } from '../../layout/dialog.tsx'
import { Row, Stack } from '../../layout/flow.tsx'
import { EditAtContext, facts } from '../../panels/panels.tsx'
import type { BaseRow } from '../../row.ts'
import { actionsOf } from '../actions-of.ts'
import type { Resource } from '../define.ts'
import { editAtOf, historyOf } from '../form/draft.ts'
import { HistoryPanel } from './history-panel.tsx'
import { LastChange } from './last-change.tsx'
import { type RecordSide, RecordTabs } from './record-tabs.tsx'

interface RecordDialogProps<Row extends BaseRow, One extends BaseRow, Draft, K extends string> {
  resource: Resource<Row, One, Draft, K>
  record: One
  /** It was deleted meanwhile. */
  isGone: boolean
  /** Null for who never may change it. */
  may: { because: string | null } | null
  onEdit: (field?: string) => void
  onClose: () => void
}

/** A record to be read beside its list: its panels, else its columns; what may be done with it; its history. */
export function RecordDialog<Row extends BaseRow, One extends BaseRow, Draft, K extends string>(
  props: RecordDialogProps<Row, One, Draft, K>,
) {
  const { resource, record, isGone, may, onEdit, onClose } = props
  const [side, setSide] = useState<RecordSide>('record')
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (isGone) close()
  }, [isGone])
  const [one] = resource.label
  const acts = useRef<HTMLDivElement>(null)
  const press = (name: KeyName) => () => acts.current?.querySelector<HTMLElement>(`[data-key="${name}"]`)?.click()
  useDialogKeys(acts, {
    likely: press('likely'),
    reject: press('reject'),
    more: press('more'),
    less: press('less'),
    undo: press('undo'),
  })
  const hasHistory = resource.history !== null
  // Where a resource says nothing else of its record, what stands in its row is what there is to say.
  const panels = resource.panels ?? [facts(one, resource.columns as readonly Column<unknown>[])]
  return (
    <Dialog
      title={resource.title(record)}
      open
      onClose={onClose}
      width={640}
      actions={
        <Row justify="space-between" style={{ width: '100%' }} ref={acts}>
          <ActionBar actions={actionsOf(resource)} row={record} />
          <Row>
            <Button onClick={onClose}>Close</Button>
            {may && (
              <Button tone="primary" icon={IconPencil} because={may.because} onClick={() => onEdit()}>
                Edit
              </Button>
            )}
          </Row>
        </Row>
      }
    >
      {hasHistory && <RecordTabs label={one} side={side} onSide={setSide} />}
      <div className={hasHistory ? 'below-tabs' : ''}>
        {side === 'history' ? (
          <HistoryPanel entity={resource.entity} id={record.id} words={historyOf(resource)} />
        ) : (
          <Stack gap={4}>
            {resource.badge?.(record)}
            <EditAtContext value={editAtOf(resource, may, onEdit)}>
              {panels.map(({ title, flush, render }) => (
                <Card key={title} title={title} flush={flush ?? false}>
                  {render(record)}
                </Card>
              ))}
            </EditAtContext>
            {hasHistory && <LastChange entity={resource.entity} id={record.id} />}
          </Stack>
        )}
      </div>
    </Dialog>
  )
}
