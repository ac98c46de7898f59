import { type Ticket, type TicketNote, ticketContract, ticketNoteLabels } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { usePicture } from '#api/pictures.ts'
import { Written } from '#entities/written.tsx'
import { Loading } from '#kit/feedback/feedback.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Timeline } from '#kit/panels/timeline.tsx'
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
              what: ticketNoteLabels[note.kind],
              note: <Said note={note} />,
              tone: tones[note.kind],
            })),
            { id: ticket.id, at: ticket.createdAt, who: ticket.createdBy, what: 'Opened', note: <Written text={ticket.text} /> },
          ]}
          isWhole
        />
      )}
    </Loading>
  )
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
