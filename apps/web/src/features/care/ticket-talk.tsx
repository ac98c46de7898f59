import { type Ticket, type TicketNote, ticketContract, ticketNoteLabels } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { usePicture } from '#api/pictures.ts'
import { Written } from '#entities/written.tsx'
import { PlaceLink } from '#kit/access/places.tsx'
import { Loading } from '#kit/feedback/feedback.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Timeline, type TimelineEntry } from '#kit/panels/timeline.tsx'
import './care.css'

const tones = { internal: 'neutral', customer: 'info', store: 'good' } as const

/** What was said in a ticket, newest first, down to what it was opened with. */
export function TicketTalk({ ticket }: { ticket: Ticket }) {
  const read = useRead(ticketContract.notes, { params: { id: ticket.id } })
  return (
    <Loading read={read}>
      {(notes) => (
        <Timeline
          entries={[
            ...notes.toReversed().map((note) => ({
              id: note.id,
              at: note.at,
              who: note.by,
              what: note.from ? `${ticketNoteLabels[note.kind]} on ${note.from}` : ticketNoteLabels[note.kind],
              note: <Said note={note} />,
              tone: tones[note.kind],
            })),
            ...beginningOf(ticket),
          ].toSorted((one, other) => other.at.localeCompare(one.at))}
          isWhole
        />
      )}
    </Loading>
  )
}

/** Who said what it is about: of one made of feedback whoever gave that. */
export function sayerOf({ feedback, customer, createdBy }: Ticket): string {
  return feedback ? (customer?.name ?? 'A customer') : createdBy
}

/** How it began: opened by somebody of the staff, or made of what a customer had said before. */
function beginningOf(ticket: Ticket): TimelineEntry[] {
  const { id, feedback, createdAt, createdBy, saidAt, text } = ticket
  const said = { id, at: saidAt, who: sayerOf(ticket), note: <Written text={text} /> }
  if (!feedback) return [{ ...said, what: 'Opened' }]
  const link = (
    <PlaceLink entity="feedback" id={feedback.id}>
      {feedback.name}
    </PlaceLink>
  )
  return [
    { id: feedback.id, at: createdAt, who: createdBy, what: <>Made a ticket of {link}</> },
    { ...said, what: 'Feedback' },
  ]
}

function Said({ note }: { note: TicketNote }) {
  return (
    <Stack gap={2}>
      <Written text={note.text} />
      {note.imageId && <Attached id={note.imageId} text={note.text} />}
    </Stack>
  )
}

/** A picture that was attached; at a press it is seen whole. */
function Attached({ id, text }: { id: string; text: string }) {
  const src = usePicture(id, 'full')
  return src && <img className="attached" src={src} alt={`Attached to “${text.slice(0, 60)}”`} />
}
