import { type AuditEntry, auditContract } from '@larder/contract'
import { useState } from 'react'
import { useRead } from '#api/client.ts'
import { useZone } from '../../access/access.tsx'
import { PlaceLink } from '../../access/places.tsx'
import { EmptyState, Loading } from '../../feedback/feedback.tsx'
import { useFormat } from '../../format.ts'
import { Button } from '../../layout/button.tsx'
import { Row, Stack } from '../../layout/flow.tsx'
import { Timeline, type TimelineEntry } from '../../panels/timeline.tsx'
import { wordsOf } from '../../words.ts'
import { type HistoryWords, type Ref, tellEntry } from './history-words.ts'

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

/** What stands around a name that becomes a link, and between its parts: characters that nobody types. */
const mark = { around: '\u0002', between: '\u0003' }
const marked = (name: string, { entity, id }: Ref) => `${mark.around}${[entity, id, name].join(mark.between)}${mark.around}`

/** Words in which each record that they name is a link to it. */
function Linked({ words }: { words: string }) {
  return words.split(mark.around).map((part, index) => {
    const [entity = '', id = '', name] = part.split(mark.between)
    return name === undefined ? (
      part
    ) : (
      <PlaceLink key={index} entity={entity} id={id}>
        {name}
      </PlaceLink>
    )
  })
}

function entryOf(entry: AuditEntry, words: HistoryWords, zone: string): TimelineEntry {
  const { what, lines } = tellEntry(entry, words, zone, marked)
  const { actorName, role, roleName, reason, checkerName } = entry
  return {
    id: entry.id,
    at: entry.at,
    who: role ? `${actorName}, ${roleName ?? wordsOf(role)}` : actorName,
    what: <Linked words={what} />,
    note: [...(reason ? [reason] : []), ...(checkerName ? [`Approved by ${checkerName}`] : []), ...lines].map((line, index) => (
      <div key={index}>
        <Linked words={line} />
      </div>
    )),
  }
}
