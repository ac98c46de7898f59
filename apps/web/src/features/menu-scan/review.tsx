import {
  type MenuScan,
  type MenuScanRow,
  menuScanRowContract,
  type ScanRowState,
  scanMatchLabels,
  scanRowStateLabels,
} from '@larder/contract'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useRead, useWrite } from '#api/client.ts'
import { EmptyState, Loading, SkeletonCard } from '#kit/feedback/feedback.tsx'
import { useFormat } from '#kit/format.ts'
import { Button } from '#kit/layout/button.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Tabs } from '#kit/layout/tabs.tsx'
import { Text } from '#kit/layout/text.tsx'
import { useNotify } from '#kit/notify.ts'
import { PageRegion } from './page-region.tsx'
import { type Correction, RowForm, type RowFormHandle } from './row-form.tsx'
import './menu-scan.css'

const shown = 100
const inputOf = (scanId: string, state: ScanRowState) => ({
  query: { scanId: scanId as never, state, sort: 'confidence' as const, limit: shown },
})

/** The rows of a scan, the most doubtful first, one after the other: by mouse, by touch, or by keyboard alone. */
export function Review({ scan }: { scan: MenuScan }) {
  const [state, setState] = useState<ScanRowState>('open')
  const read = useRead(menuScanRowContract.list, inputOf(scan.id, state))
  const counts = { open: scan.openRows, confirmed: scan.confirmedRows, dropped: scan.droppedRows }
  const { number } = useFormat()
  return (
    <Stack>
      <Tabs
        label="Rows"
        value={state}
        onChange={(value) => setState(value as ScanRowState)}
        tabs={(Object.keys(counts) as ScanRowState[]).map((value) => ({
          value,
          label: `${scanRowStateLabels[value]} ${number(counts[value])}`,
        }))}
      />
      <Loading read={read} skeleton={<SkeletonCard lines={10} />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState
              title={state === 'open' ? 'Every row is reviewed' : 'No rows here'}
              text={state === 'open' ? 'Finish the scan, or add another page of the menu.' : ''}
            />
          ) : (
            <Rows key={state} rows={rows} scan={scan} state={state} />
          )
        }
      </Loading>
    </Stack>
  )
}

function Rows({ rows, scan, state }: { rows: readonly MenuScanRow[]; scan: MenuScan; state: ScanRowState }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [last, setLast] = useState(0)
  const found = rows.findIndex(({ id }) => id === chosen)
  // What was reviewed leaves the list: the one that took its place is next.
  const at = found >= 0 ? found : Math.min(last, rows.length - 1)
  const row = rows[at] as MenuScanRow
  const list = useRef<HTMLDivElement>(null)
  const form = useRef<RowFormHandle>(null)
  const acts = useRowActs()

  const choose = (index: number) => {
    const next = rows[Math.max(0, Math.min(rows.length - 1, index))]
    if (!next) return
    setChosen(next.id)
    setLast(rows.indexOf(next))
  }
  const done = async (act: () => Promise<boolean>) => {
    if (!(await act())) return
    setLast(at)
    setChosen(rows[at + 1]?.id ?? rows[at - 1]?.id ?? null)
    list.current?.focus()
  }
  const confirm = (correction: Correction | null) => done(() => acts.confirm(row, correction))
  const drop = () => done(() => acts.drop(row))
  const isOpen = state === 'open'

  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowDown') choose(at + 1)
    else if (event.key === 'ArrowUp') choose(at - 1)
    else if (!isOpen || acts.isBusy) return
    else if (event.key === 'Enter') void confirm(null)
    else if (event.key === 'Delete') void drop()
    else if (/^[\p{L}\p{N}]$/u.test(event.key)) form.current?.type(event.key)
    else return
    event.preventDefault()
  }
  // Its keys work at once: whoever is elsewhere already stays there.
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement?.matches('main, main h1'))
      list.current?.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    document.getElementById(`scan-row-${row.id}`)?.scrollIntoView({ block: 'nearest' })
  }, [row.id])

  return (
    <div className="scan-review">
      <Card flush>
        <div
          ref={list}
          className="scan-rows"
          role="listbox"
          tabIndex={0}
          aria-label={`Rows: ${scanRowStateLabels[state]}`}
          aria-activedescendant={`scan-row-${row.id}`}
          onKeyDown={onKey}
        >
          {rows.map((one, index) => (
            <RowLine key={one.id} row={one} isChosen={index === at} onChoose={() => choose(index)} />
          ))}
        </div>
      </Card>
      <Card>
        <Stack>
          <PageRegion row={row} />
          <Standing row={row} />
          {isOpen ? (
            <RowForm
              key={`${row.id} ${row.version}`}
              ref={form}
              row={row}
              currency={scan.currency}
              isBusy={acts.isBusy}
              onConfirm={(correction) => void confirm(correction)}
              onDrop={() => void drop()}
              onMove={(by) => choose(at + by)}
              onLeave={() => list.current?.focus()}
            />
          ) : (
            <Button disabled={acts.isBusy} because={becauseOf(row, 'reopen')} onClick={() => void done(() => acts.reopen(row))}>
              Look at it again
            </Button>
          )}
          {isOpen && (
            <Text as="p" size={12} tone="muted">
              ↑ ↓ another row · Enter confirms · Delete drops · type to correct
            </Text>
          )}
        </Stack>
      </Card>
    </div>
  )
}

function becauseOf(row: MenuScanRow, action: string): string | null {
  return row.allowed.find((each) => each.action === action)?.because ?? null
}

function RowLine({ row, isChosen, onChoose }: { row: MenuScanRow; isChosen: boolean; onChoose: () => void }) {
  const { money, number } = useFormat()
  const sure = Math.round(row.confidencePpm / 10_000)
  const tone = sure >= 90 ? 'good' : sure >= 60 ? 'warning' : 'bad'
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys
    <div id={`scan-row-${row.id}`} className="scan-row" role="option" aria-selected={isChosen} tabIndex={-1} onClick={onChoose}>
      <span className="scan-name">
        <Text cut>{row.size ? `${row.name} (${row.size})` : row.name}</Text>
        <Text size={12} tone="muted" cut>
          {[row.category, scanMatchLabels[row.match]].filter(Boolean).join(' · ')}
        </Text>
      </span>
      <Text align="right" tone={row.price ? 'default' : 'bad'}>
        {row.price ? money(row.price) : 'No price'}
      </Text>
      <Text size={12} tone={tone} align="right" title="How sure the reading is">
        {number(sure)} %
      </Text>
    </div>
  )
}

/** How the row stands to the menu as it is. */
function Standing({ row: { match, item } }: { row: MenuScanRow }) {
  const { money } = useFormat()
  if (!item) return <Text size={13}>New on the menu</Text>
  return (
    <Text size={13}>
      {match === 'same' ? `${item.name} is on the menu at this price` : `${item.name} is on the menu at ${money(item.price)}`}
    </Text>
  )
}

function useRowActs() {
  const [update, updating] = useWrite(menuScanRowContract.update)
  const [confirm, confirming] = useWrite(menuScanRowContract.confirm)
  const [drop, dropping] = useWrite(menuScanRowContract.drop)
  const [reopen, reopening] = useWrite(menuScanRowContract.reopen)
  const notify = useNotify()
  const told = async (answer: Promise<{ error?: { message: string; fields?: Record<string, string> } | undefined }>) => {
    const { error } = await answer
    if (error) notify([error.message, ...Object.values(error.fields ?? {})].join(' '), 'error')
    return !error
  }
  const of = ({ id, version }: MenuScanRow) => ({ params: { id }, body: { version } })
  return {
    isBusy: [updating, confirming, dropping, reopening].some(({ isBusy }) => isBusy),
    confirm: (row: MenuScanRow, correction: Correction | null) =>
      told(
        correction === null
          ? confirm(of(row))
          : update({ params: { id: row.id }, body: { ...correction, version: row.version } } as Parameters<typeof update>[0]),
      ),
    drop: (row: MenuScanRow) => told(drop(of(row))),
    reopen: (row: MenuScanRow) => told(reopen(of(row))),
  }
}
