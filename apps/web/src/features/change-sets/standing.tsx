import type { ChangeSet } from '@larder/contract'
import { Link } from 'react-router'
import { When } from '#kit/cells/when.tsx'
import { Alert } from '#kit/feedback/alert.tsx'
import { format } from '#kit/format.ts'
import { Figure } from '#kit/layout/figure.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'

/** Where a set stands: what it would do, what is wrong with it, how far what runs is, and what came of it. */
export function Standing({ set }: { set: ChangeSet }) {
  const { status, progress, needsApproval, statusReason, errorRows, warningRows, publishAt } = set
  const { number } = format()
  const isOpen = status === 'draft' || status === 'validated'
  // Whoever approves it is told the same as whoever made it.
  const isLookedAt = isOpen || status === 'awaiting-approval'
  const figures = isLookedAt || status === 'scheduled' ? ahead(set) : after(set)
  return (
    <Stack gap={4}>
      {progress && (
        <Text as="div" tone="info">
          {number(progress.done)} of {progress.total === null ? 'the' : number(progress.total)} rows are done. This goes on by itself.
        </Text>
      )}
      {statusReason && <Alert tone={status === 'failed' ? 'warning' : 'info'}>{statusReason}</Alert>}
      {isLookedAt && errorRows > 0 && (
        <Alert tone="warning">
          <Link className="place" to="?tab=errors">
            {errorRows === 1 ? 'One row has an error' : `${number(errorRows)} rows have errors`}
          </Link>
          {errorRows === 1 ? ': it is left out' : ': they are left out'}
          {isOpen && (errorRows === 1 ? ' unless it is corrected' : ' unless they are corrected')}.
        </Alert>
      )}
      {isLookedAt && needsApproval && (
        <Alert tone="info">
          {needsApproval}
          {isOpen && ' Another person approves it first.'}
        </Alert>
      )}
      <Row gap={6} align="start">
        {figures.map(([label, value]) => (
          <Figure key={label} label={label} value={number(value)} />
        ))}
      </Row>
      {isLookedAt && warningRows > 0 && (
        <Text tone="warning">
          <Link className="place" to="?tab=rows&level=warning">
            {warningRows === 1 ? 'One row has a warning' : `${number(warningRows)} rows have warnings`}
          </Link>
          {warningRows === 1 ? ': look at it first.' : ': look at them first.'}
        </Text>
      )}
      {status === 'scheduled' && publishAt && (
        <Text tone="muted">
          It is published <When at={publishAt} isWhole />.
        </Text>
      )}
    </Stack>
  )
}

type Figures = readonly (readonly [label: string, value: number])[]

const ahead = ({ newRows, newCategories, changedRows, missingRows, sameRows }: ChangeSet): Figures => [
  ['Changed', changedRows],
  ['New', newRows],
  ['New categories', newCategories],
  ['Same', sameRows],
  ['Not in the file', missingRows],
]
const after = ({ publishedRows, leftOutRows, keptRows }: ChangeSet): Figures => [
  ['Published', publishedRows],
  ['Left out', leftOutRows],
  ['Kept in part', keptRows],
]
