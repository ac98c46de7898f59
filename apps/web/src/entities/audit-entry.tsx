import { type AuditTrailEntry, type SettingKey, settings } from '@larder/contract'
import { useZone } from '#kit/access/access.tsx'
import { PlaceLink } from '#kit/access/places.tsx'
import { useFormat } from '#kit/format.ts'
import { tellEntry } from '#kit/resource/record/history-words.ts'
import { useHistoryWords } from '#kit/resource/record/use-history-words.ts'
import { wordsOf } from '#kit/words.ts'

interface EntryProps {
  entry: AuditTrailEntry
}

/** What was done, in the words of the record that it was done to. */
export function Deed({ entry }: EntryProps) {
  useFormat()
  const { what, lines } = tellEntry(entry, useHistoryWords(entry.entity, entry.entityId), useZone())
  return <>{lines.length === 1 ? `${what}: ${lines[0]}` : what}</>
}

/** The record that it was done to, as a link where it has a screen. */
export function Subject({ entry }: EntryProps) {
  return (
    <PlaceLink entity={entry.entity} id={entry.entityId}>
      {subjectText(entry)}
    </PlaceLink>
  )
}

export function subjectText({ entity, entityId, names }: AuditTrailEntry): string {
  const name = entity === 'setting' ? settings[entityId as SettingKey]?.label : names[entityId]
  return `${wordsOf(entity)} ${name ?? ''}`.trim()
}
