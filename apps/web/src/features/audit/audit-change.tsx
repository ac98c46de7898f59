import type { AuditTrailEntry } from '@larder/contract'
import { useZone } from '#kit/access/access.tsx'
import { custom } from '#kit/cells/columns.tsx'
import { RowsTable } from '#kit/cells/rows-table.tsx'
import { useFormat } from '#kit/format.ts'
import { Text } from '#kit/layout/text.tsx'
import { tellChanges } from '#kit/resource/record/history-words.ts'
import { useHistoryWords } from '#kit/resource/record/use-history-words.ts'

interface EntryProps {
  entry: AuditTrailEntry
}

type Change = ReturnType<typeof tellChanges>[number]
const field = custom<Change>('label', 'Field', ({ label }) => label, { text: ({ label }) => label })
const before = custom<Change>('from', 'Before', ({ from }) => <Text tone="muted">{from}</Text>, { text: ({ from }) => from })
const after = custom<Change>('to', 'After', ({ to }) => to, { text: ({ to }) => to })

/** Old and new of every field that changed, side by side. */
export function Changes({ entry }: EntryProps) {
  useFormat()
  const changes = tellChanges(entry, useHistoryWords(entry.entity, entry.entityId), useZone())
  if (changes.length === 0) return <Text tone="muted">Nothing of the record changed.</Text>
  return <RowsTable label="Changes" columns={[field, before, after]} rows={changes} keyOf={({ label }) => label} />
}
