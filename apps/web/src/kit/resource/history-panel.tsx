import { type AuditEntry, auditContract } from '@larder/contract'
import { useState } from 'react'
import { useRead } from '#api/client.ts'
import { wordsOf } from '../cells/look.ts'
import { EmptyState, Loading } from '../feedback/feedback.tsx'
import { Button } from '../layout/button.tsx'
import { Stack } from '../layout/flow.tsx'
import { Timeline, type TimelineEntry } from '../panels/timeline.tsx'

const pageSize = 25

/** Who changed a record, newest first, with old and new of every field. */
export function HistoryPanel({ entity, id, zone }: { entity: string; id: string; zone?: string }) {
  const [limit, setLimit] = useState(pageSize)
  const read = useRead(auditContract.history, { params: { entity, id }, query: { limit } })
  return (
    <Loading read={read}>
      {({ rows, next }) =>
        rows.length === 0 ? (
          <EmptyState title="No changes yet" text="Every change of this record is kept here: who, when, what was there before." />
        ) : (
          <Stack align="start">
            <Timeline entries={rows.map(entryOf)} {...(zone && { zone })} />
            {next && limit < 100 && <Button onClick={() => setLimit(100)}>Show earlier changes</Button>}
          </Stack>
        )
      }
    </Loading>
  )
}

function entryOf(entry: AuditEntry): TimelineEntry {
  const changes = entry.changes.map(({ field, old, new: now }) => `${wordsOf(field)}: ${inWords(old)} → ${inWords(now)}`)
  return {
    id: entry.id,
    at: entry.at,
    who: entry.role ? `${entry.actorName}, ${wordsOf(entry.role)}` : entry.actorName,
    what: wordsOf(entry.action),
    note: [...(entry.reason ? [entry.reason] : []), ...changes].map((line, index) => <div key={index}>{line}</div>),
  }
}

function inWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
