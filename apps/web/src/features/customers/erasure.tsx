import { type Customer, erasedLabels, erasureLabels } from '@larder/contract'
import { StatusChip, styleStatuses } from '#kit/cells/status-style.tsx'
import { When } from '#kit/cells/when.tsx'
import { useFormat } from '#kit/format.ts'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'

const styles = styleStatuses(erasureLabels, { asked: 'warning', done: 'neutral' })

/** How far the erasure of a customer has come: what it waits for, or its receipt. */
export function ErasurePanel({ customer: { erasure } }: { customer: Pick<Customer, 'erasure'> }) {
  const { number } = useFormat()
  if (!erasure) return null
  const { state, reason, by, at, waitsFor, erasedAt, rows } = erasure
  return (
    <Stack gap={2}>
      <div>
        <StatusChip style={styles[state]} />
        <Text as="p">{reason}</Text>
        <Text as="p" size={13} tone="muted">
          {by}, <When at={at} />
          {erasedAt && (
            <>
              , erased <When at={erasedAt} />
            </>
          )}
        </Text>
      </div>
      {state === 'asked' && (
        <div>
          <Text as="p">
            {waitsFor.length === 0 ? 'It is done within seconds.' : 'It waits, and is done by itself once nothing keeps it:'}
          </Text>
          {waitsFor.map((words) => (
            <Text as="p" key={words} tone="muted">
              {words}
            </Text>
          ))}
        </div>
      )}
      {rows.map(({ kind, rows: count }) => (
        <Row key={kind} justify="space-between" isOneLine>
          <Text size={13}>{erasedLabels[kind]}</Text>
          <Text size={13} tone="muted">
            {number(count)}
          </Text>
        </Row>
      ))}
    </Stack>
  )
}
