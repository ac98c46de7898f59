import { approvalContract, type WaitingRequest } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { PlaceLink } from '../../access/places.tsx'
import { ActionButton } from '../../actions/action-bar.tsx'
import { withdraw } from '../../actions/withdraw.ts'
import { When } from '../../cells/when.tsx'
import { Alert } from '../../feedback/alert.tsx'
import { orWords } from '../../or-words.ts'

interface OfRecord {
  entity: string
  id: string
}

/** What somebody asked for of a record and nobody has decided yet; undefined while that is not known. */
export function useWaitingRequest(record: OfRecord): WaitingRequest | null | undefined {
  return useRead(approvalContract.waiting, { params: record }).data?.request
}

/** Says above a record that something was asked for of it, by whom, and who decides; whoever asked can take it back there. */
export function WaitingNotice(record: OfRecord) {
  const request = useWaitingRequest(record)
  if (!request) return null
  const { id, title, maker, by, createdAt, isOpen } = request
  return (
    <Alert tone="info" action={<ActionButton action={withdraw} row={request} size="small" isQuiet />}>
      {isOpen ? (
        <PlaceLink entity="approval" id={id}>
          {title}
        </PlaceLink>
      ) : (
        title
      )}{' '}
      waits for approval{by.length > 0 && ` by ${orWords(by)}`}. Asked by {maker.name}, <When at={createdAt} />.
    </Alert>
  )
}
