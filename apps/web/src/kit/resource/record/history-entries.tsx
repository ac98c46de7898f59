import { type AuditEntry, auditContract } from '@larder/contract'
import { useState } from 'react'
import { useRead } from '#api/client.ts'
import { useZone } from '../../access/access.tsx'
import { EmptyState, Loading } from '../../feedback/feedback.tsx'
import { useFormat } from '../../format.ts'
import { Button } from '../../layout/button.tsx'
import { Row, Stack } from '../../layout/flow.tsx'
import { Timeline, type TimelineEntry } from '../../panels/timeline.tsx'
import { wordsOf } from '../../words.ts'
import { type HistoryWords, tellEntry } from './history-words.ts'

export interface HistoryProps {
  entity: string
  id: string
  words: HistoryWords
  /** The record's own zone. */
  zone?: string
}

const pageSize = 25

/** Who changed a record, newest first, in the record's own words; older pages follow on request, without an end. */
export function HistoryEntries(props: HistoryProps) {
  const [pages, setPages] = useState(1)
  return (
    <Stack gap={0}>
      <HistoryPage {...props} cursor={null} pages={pages} onOlder={() => setPages(pages + 1)} />
    </Stack>
  )
}

interface HistoryPageProps extends HistoryProps {
  cursor: string | null
  /** How many are shown from here on. */
  pages: number
  onOlder: () => void
}

/** A page and those behind it: each asks for the next from its own end, so that a new entry at the top leaves no gap. */
function HistoryPage(props: HistoryPageProps) {
  const { entity, id, words, cursor, pages, onOlder } = props
  const ownZone = useZone()
  // Moments are told within the words of an entry.
  useFormat()
  const zone = props.zone ?? ownZone
  const read = useRead(auditContract.history, { params: { entity, id }, query: { limit: pageSize, ...(cursor && { cursor }) } })
  return (
    <Loading read={read}>
      {({ rows, next }) =>
        rows.length === 0 && cursor === null ? (
          <EmptyState title="No changes yet" text="Every change of this record is kept here: who, when, what was there before." />
        ) : (
          <>
            <Timeline entries={rows.map((entry) => entryOf(entry, words, zone))} zone={zone} />
            {next && pages > 1 && <HistoryPage {...props} cursor={next} pages={pages - 1} />}
            {next && pages === 1 && (
              <Row>
                <Button onClick={onOlder}>Show older</Button>
              </Row>
            )}
          </>
        )
      }
    </Loading>
  )
}

function entryOf(entry: AuditEntry, words: HistoryWords, zone: string): TimelineEntry {
  const { what, lines } = tellEntry(entry, words, zone)
  return {
    id: entry.id,
    at: entry.at,
    who: entry.role ? `${entry.actorName}, ${wordsOf(entry.role)}` : entry.actorName,
    what,
    note: [...(entry.reason ? [entry.reason] : []), ...(entry.checkerName ? [`Approved by ${entry.checkerName}`] : []), ...lines].map(
      (line, index) => <div key={index}>{line}</div>,
    ),
  }
}
