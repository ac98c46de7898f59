import { bearerLabels, bearers, type LiabilityProposal, remedyContract, remedyKindLabels, type Ticket } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { useCan } from '#kit/access/access.tsx'
import { ActionButton } from '#kit/actions/action-bar.tsx'
import { Loading } from '#kit/feedback/feedback.tsx'
import { format } from '#kit/format.ts'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { remedyActs } from './remedy-acts.tsx'
import './care.css'

/** Who should bear what a ticket costs and why, what was given already, and the ways to make it good. */
export function RemedyPanel({ ticket }: { ticket: Ticket }) {
  const sees = useCan('refund.view')
  const proposal = useRead(remedyContract.proposal, sees ? { params: { id: ticket.id } } : null)
  const given = useRead(remedyContract.list, sees ? { query: { ticketId: ticket.id, limit: 100 } } : null)
  // What may be done with the ticket says nothing of what may be given on it.
  const { allowed: _, ...row } = ticket
  if (!sees) return <Text tone="muted">Your role sees no refunds.</Text>
  return (
    <Loading read={proposal}>
      {(proposed) => (
        <Stack gap={3}>
          <Proposal proposal={proposed} />
          {given.data && (
            <>
              {given.data.rows.map(({ id, kind, amount, by }) => (
                <Text key={id} as="div" size={13}>
                  {remedyKindLabels[kind]}: {format().money(amount)}, {by}
                </Text>
              ))}
              <Row gap={2}>
                {remedyActs(ticket, proposed, given.data.rows.length).map((act) => (
                  <ActionButton key={act.label} action={act} row={row as Ticket} size="small" />
                ))}
              </Row>
            </>
          )}
        </Stack>
      )}
    </Loading>
  )
}

function Proposal({ proposal: { shares, evidence } }: { proposal: LiabilityProposal }) {
  return (
    <Stack gap={1}>
      <Text as="div" weight={500}>
        {bearers
          .filter((bearer) => shares[bearer] > 0)
          .map((bearer) => `${bearerLabels[bearer]} ${shares[bearer]} %`)
          .join(', ')}
      </Text>
      <ul className="evidence">
        {evidence.map(({ text, party }) => (
          <Text key={text} as="li" size={13} tone="muted">
            {text} <b>{bearerLabels[party]}</b>
          </Text>
        ))}
      </ul>
    </Stack>
  )
}
