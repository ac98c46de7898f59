import { type Rider, type RiderDocument, riderContract, riderDocumentKindLabels } from '@larder/contract'
import { usePicture } from '#api/pictures.ts'
import { useMay } from '#kit/access/access.tsx'
import { Reveal } from '#kit/actions/reveal.tsx'
import { custom } from '#kit/cells/columns.tsx'
import { Picture } from '#kit/cells/picture.tsx'
import { RowsTable } from '#kit/cells/rows-table.tsx'
import { EmptyState } from '#kit/feedback/feedback.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Ending } from './documents-field.tsx'

/** Whose number is revealed. */
const numberLabels = {
  identity: 'number of the identity card',
  'driving-licence': 'number of the driving licence',
  'vehicle-insurance': 'number of the vehicle insurance',
} as const

/** Pixels. */
const scanSize = 144

/** A rider's papers, each with its picture and its last day. */
export function RiderDocuments({ rider }: { rider: Rider }) {
  const { name, documents } = rider
  const may = useMay()
  const mayLook = may('rider.edit') || may('rider.operate')
  if (documents.length === 0)
    return (
      <Card title="Documents">
        <EmptyState title="No documents" text="Identity card, driving licence and insurance are entered in the form of the rider." />
      </Card>
    )
  const columns = [
    custom<RiderDocument>('kind', 'Document', ({ kind }) => riderDocumentKindLabels[kind]),
    custom<RiderDocument>('documentNumber', 'Number', ({ kind, documentNumber }) => (
      <Reveal endpoint={riderContract.reveal} row={rider} field={kind} label={numberLabels[kind]} masked={documentNumber}>
        {(shown) => <>{shown}</>}
      </Reveal>
    )),
    custom<RiderDocument>('expiresOn', 'Ends', ({ expiresOn }) => <Ending expiresOn={expiresOn} />),
    custom<RiderDocument>('imageId', 'Picture', ({ imageId }) => (imageId ? <Scan id={imageId} /> : mayLook ? 'Missing' : 'Not shown')),
  ]
  return (
    <Card title="Documents" flush>
      <RowsTable label={`Documents of ${name}`} columns={columns} rows={documents} keyOf={({ kind }) => kind} isWide />
    </Card>
  )
}

function Scan({ id }: { id: string }) {
  return <Picture src={usePicture(id, 'full')} size={scanSize} isWhole />
}
