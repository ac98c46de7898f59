import { Fragment } from 'react'
import { Button } from '#kit/layout/button.tsx'
import { Dialog } from '#kit/layout/dialog.tsx'
import { Text } from '#kit/layout/text.tsx'

const shortcuts: readonly [keys: string, does: string][] = [
  ['Ctrl K or ⌘ K', 'Search and go anywhere'],
  ['/', 'Search in this list'],
  ['j and k', 'Next and previous row'],
  ['x', 'Select the row'],
  ['Enter', 'Open the row'],
  ['Esc', 'Close what lies on top'],
  ['?', 'This sheet'],
]

/** What the keyboard does. */
export default function Shortcuts({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" open onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <dl style={{ margin: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', gap: '8px 24px' }}>
        {shortcuts.map(([keys, does]) => (
          <Fragment key={keys}>
            <Text as="dt" weight={500}>
              {keys}
            </Text>
            <Text as="dd" tone="muted">
              {does}
            </Text>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  )
}
