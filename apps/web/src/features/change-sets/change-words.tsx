import {
  type ChangeFieldKey,
  type ChangeRow,
  type ChangeSet,
  type ChangeValue,
  type Currency,
  changeField,
  changeFieldKeys,
  changeLevelLabels,
  changeSetSourceLabels,
  changeSetStatusLabels,
  labelsOf,
} from '@larder/contract'
import { styleStatuses } from '#kit/cells/status-style.tsx'
import { format } from '#kit/format.ts'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'

export const setStates = styleStatuses(changeSetStatusLabels, {
  validated: 'info',
  'awaiting-approval': 'warning',
  scheduled: 'info',
  publishing: 'info',
  published: 'good',
  'rolling-back': 'info',
  failed: 'bad',
})
export const sourceStates = styleStatuses(changeSetSourceLabels)

/** What a field holds, as people read it. */
export function changeValue(key: ChangeFieldKey, value: ChangeValue, currency: Currency): string {
  if (value === null || value === undefined || value === '') return 'none'
  const { form, schema } = changeField(key)
  if (form === 'amount') return format().money({ minor: Number(value), currency })
  if (form === 'flag') return value ? 'Yes' : 'No'
  if (form === 'number') return format().number(Number(value))
  return labelsOf(schema)?.[String(value)] ?? String(value)
}

/** Field by field, what was and what would be. */
export function Changes({ row }: { row: ChangeRow }) {
  return (
    <Stack gap={0}>
      {row.changes.map(({ field, old, new: now }) => (
        <Text key={field} as="div" size={13}>
          <Text size={13} tone="muted">
            {changeField(field).label}{' '}
          </Text>
          {row.kind !== 'new' && (
            <>
              <del>{changeValue(field, old, row.currency)}</del> →{' '}
            </>
          )}
          <ins>{changeValue(field, now, row.currency)}</ins>
        </Text>
      ))}
    </Stack>
  )
}

export function changesText(row: ChangeRow): string {
  return row.changes
    .map(({ field, old, new: now }) => {
      const to = changeValue(field, now, row.currency)
      return `${changeField(field).label}: ${row.kind === 'new' ? to : `${changeValue(field, old, row.currency)} → ${to}`}`
    })
    .join('; ')
}

/** A row for each thing that is said of a row, the graver ones with how grave they are. */
export function Remarks({ row }: { row: ChangeRow }) {
  return (
    <Stack gap={0} style={{ whiteSpace: 'normal' }}>
      {row.reason && (
        <Text as="div" size={13} tone={row.level ? tones[row.level] : 'muted'}>
          {row.reason}
        </Text>
      )}
      {row.remarks.map((remark) => (
        <Text key={`${remark.field} ${remark.words}`} as="div" size={13} tone={tones[remark.level]}>
          {remark.level === 'info' ? '' : `${changeLevelLabels[remark.level]}: `}
          {remarkWords(remark)}
        </Text>
      ))}
    </Stack>
  )
}

export function remarksText({ remarks, reason }: ChangeRow): string {
  return [...(reason ? [reason] : []), ...remarks.map(remarkWords)].join('; ')
}

const tones = { error: 'bad', warning: 'warning', info: 'muted' } as const

const remarkWords = ({ field, words }: ChangeRow['remarks'][number]) => (field ? `${changeField(field).label} ${words}` : words)

/** How many rows of which kind are written, in words: "120 changed, 3 new", and what becomes of items that the file does not have. */
export function rowsText({ newRows, newCategories, changedRows, missingRows, sameRows, missing }: ChangeSet): string {
  const { number } = format()
  const counted = [
    [changedRows, 'changed'],
    [newRows, 'new'],
    [newCategories, newCategories === 1 ? 'new category' : 'new categories'],
    [sameRows, 'same'],
    [missingRows, `not in the file, ${missing === 'keep' ? 'kept as they are' : 'become unavailable'}`],
  ] as const
  const told = counted.filter(([count]) => count > 0).map(([count, words]) => `${number(count)} ${words}`)
  return told.join(', ') || 'No rows yet'
}

export const changeFieldOptions = changeFieldKeys.map((key) => ({ value: key, label: changeField(key).label }))
