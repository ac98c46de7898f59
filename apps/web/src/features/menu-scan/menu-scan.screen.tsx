import { type MenuScan, menuScanContract } from '@larder/contract'
import { IconPhotoPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useRead } from '#api/client.ts'
import { sendTo } from '#api/pictures.ts'
import { useCan } from '#kit/access/access.tsx'
import { PlaceLink } from '#kit/access/places.tsx'
import { ActionButton } from '#kit/actions/action-bar.tsx'
import { StatusChip } from '#kit/cells/status-style.tsx'
import { Alert } from '#kit/feedback/alert.tsx'
import { Loading, SkeletonCard } from '#kit/feedback/feedback.tsx'
import { useFormat } from '#kit/format.ts'
import { Card } from '#kit/layout/card.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Page } from '#kit/layout/page.tsx'
import { Text } from '#kit/layout/text.tsx'
import { useNotify } from '#kit/notify.ts'
import { historyOf } from '#kit/resource/form/draft.ts'
import type { HistoryOf, Prepare } from '#kit/visit.ts'
import { FileButton } from './file-button.tsx'
import { confirmSureRows, discardScan, finishScan, menuScans, readScanOn, scanStates } from './menu-scans.resource.tsx'
import { Review } from './review.tsx'

export const prepare: Prepare = ({ params, read }) => read(menuScanContract.get, { params: { id: (params.id ?? '') as never } })
export const history: HistoryOf = () => historyOf(menuScans)

/** One scan: how far its reading is, then its rows to be reviewed. It stands on the server: another device goes on where this one left. */
export default function MenuScanScreen() {
  const { id = '' } = useParams()
  const read = useRead(menuScanContract.get, { params: { id: id as never } })
  return (
    <Loading read={read} isPage skeleton={<SkeletonCard lines={10} />}>
      {(scan) => <Scan scan={scan} />}
    </Loading>
  )
}

function Scan({ scan }: { scan: MenuScan }) {
  const hasRows = scan.openRows + scan.confirmedRows + scan.droppedRows > 0
  return (
    <Page
      title={scan.title}
      badge={<StatusChip style={scanStates[scan.status]} />}
      subtitle={`${scan.store.name}, scanned by ${scan.scannedBy}`}
      actions={
        <>
          <MorePages scan={scan} />
          <ActionButton action={confirmSureRows} row={scan} />
          <ActionButton action={readScanOn} row={scan} />
          <ActionButton action={discardScan} row={scan} />
          <ActionButton action={finishScan} row={scan} />
        </>
      }
    >
      <Stack>
        {scan.statusReason && <Alert tone="error">{scan.statusReason}</Alert>}
        {scan.changeSet && (
          <Alert tone="success">
            Its review is over. What differs from the menu is in its{' '}
            <PlaceLink entity="change-set" id={scan.changeSet.id}>
              change set
            </PlaceLink>
            .
          </Alert>
        )}
        {scan.status === 'reading' && <Progress scan={scan} />}
        {hasRows && <Review scan={scan} />}
      </Stack>
    </Page>
  )
}

function Progress({ scan: { pages, ofPages } }: { scan: MenuScan }) {
  const { number } = useFormat()
  const of = Math.max(1, ofPages)
  return (
    <Card>
      <Stack gap={2}>
        <Text>{ofPages > pages ? `Reading page ${number(pages + 1)} of ${number(ofPages)}…` : `Reading page ${number(pages + 1)}…`}</Text>
        <progress className="scan-progress" aria-label="Pages read" value={pages} max={Math.max(of, pages + 1)} />
        <Text size={13} tone="muted">
          A page takes some seconds. You need not wait here.
        </Text>
      </Stack>
    </Card>
  )
}

function MorePages({ scan: { id, status } }: { scan: MenuScan }) {
  const [isBusy, setBusy] = useState(false)
  const notify = useNotify()
  const may = useCan('change-set.create')
  const send = async (files: File[]) => {
    setBusy(true)
    for (const file of files) {
      const answer = await sendTo(menuScanContract.addPage, file, { params: { id: id as never } })
      if (!answer.isSuccess) notify(`${file.name}: ${answer.error.message}`, 'error')
    }
    setBusy(false)
  }
  if (!may || status === 'done' || status === 'discarded') return null
  return <FileButton label="Add pages" icon={IconPhotoPlus} isBusy={isBusy} onChoose={(files) => void send(files)} />
}
