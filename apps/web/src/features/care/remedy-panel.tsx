import { bearerLabels, bearers, type LiabilityProposal, remedyContract, type Ticket } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { RemedyLine } from '#entities/remedy-line.tsx'
import { useCan } from '#kit/access/access.tsx'
import { ActionButton } from '#kit/actions/action-bar.tsx'
import { Loading } from '#kit/feedback/feedback.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { useWaitingRequest } from '#kit/resource/record/waiting-request.tsx'
import { remedyActs } from './remedy-acts.tsx'
import './care.css'

/** Who should bear what a ticket costs and why, what was given already, and the ways to make it good. */
export function RemedyPanel({ ticket }: { ticket: Ticket }) {
  const sees = useCan('refund.view')
  const proposal = useRead(remedyContract.proposal, sees ? { params: { id: ticket.id } } : null)
  const given = useRead(remedyContract.list, sees ? { query: { ticketId: ticket.id, limit: 100 } } : null)
  // What may be done with the ticket says nothing of what may be given on it.
  const waiting = useWaitingRequest({ entity: 'ticket', id: ticket.id })
  const because = waiting ? `${waiting.maker.name} asked for approval already: ${waiting.title}. That comes first.` : null
  const row: Ticket = { ...ticket, allowed: [{ action: 'create', because }] }
  if (!sees) return <Text tone="muted">Your role sees no refunds.</Text>
  return (
    <Loading read={proposal}>
      {(proposed) => (
        <Stack gap={3}>
          <Shares proposal={proposed} />
          {given.data && (
            <>
              {given.data.rows.map((remedy) => (
                <RemedyLine key={remedy.id} remedy={remedy}>
                  {remedy.checkedBy && `Approved by ${remedy.checkedBy.name}`}
                </RemedyLine>
              ))}
              <Row gap={2}>
                {remedyActs(ticket, proposed, given.data.rows.length).map((act) => (
                  <ActionButton key={act.label} action={act} row={row} size="small" />
                ))}
              </Row>
            </>
          )}
        </Stack>
      )}
    </Loading>
  )
}

function Shares({ proposal: { shares, evidence } }: { proposal: LiabilityProposal }) {
  const all = evidence.reduce((sum, { weight }) => sum + weight, 0)
  return (
    <Stack gap={1}>
      <Text as="div" weight={500}>
        Proposed: borne by{' '}
        {bearers
          .filter((bearer) => shares[bearer] > 0)
          .map((bearer) => `${bearerLabels[bearer].toLowerCase()} ${shares[bearer]} %`)
          .join(', ')}
      </Text>
      <ul className="evidence">
        {evidence.map(({ text, party, weight }) => (
          <Text key={text} as="li" size={13} tone="muted">
            {text} Counts {weight} of {all} towards the {bearerLabels[party].toLowerCase()}.
          </Text>
        ))}
      </ul>
    </Stack>
  )
}
