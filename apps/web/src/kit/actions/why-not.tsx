import { Button } from '../layout/button.tsx'
import { Dialog } from '../layout/dialog.tsx'
import { Stack } from '../layout/flow.tsx'
import { Text } from '../layout/text.tsx'

/** An act that can't be done now. */
export interface Refused {
  label: string
  because: string
}

interface WhyNotProps {
  refused: readonly Refused[]
  onClose: () => void
}

/** What can't be done with a record now: each reason once, with the acts that it forbids. */
export function WhyNot({ refused, onClose }: WhyNotProps) {
  const byReason = Map.groupBy(refused, ({ because }) => because)
  return (
    <Dialog title="What cannot be done now" open onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <Stack as="dl" style={{ margin: 0 }}>
        {[...byReason].map(([because, acts]) => (
          <div key={because}>
            <Text as="dt" weight={500}>
              {because}
            </Text>
            <Text as="dd" tone="muted">
              {acts.map(({ label }) => label).join(', ')}
            </Text>
          </div>
        ))}
      </Stack>
    </Dialog>
  )
}
