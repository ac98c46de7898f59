import { IconCopy } from '@tabler/icons-react'
import { useCopy } from '../cells/copy-text.tsx'
import { Alert } from '../feedback/alert.tsx'
import { Button } from '../layout/button.tsx'
import { Dialog } from '../layout/dialog.tsx'
import { Row, Stack } from '../layout/flow.tsx'
import { Text } from '../layout/text.tsx'
import './told-once.css'

/** A secret that an answer carried and that nothing shows again. */
export interface Told {
  title: string
  /** What to do with it. */
  words: string
  /** What the secret is called, and it. */
  label: string
  secret: string
}

/** Shows a secret until it is let go of on purpose: neither Escape nor a click beside it does. */
export function ToldOnce({ told, onClose }: { told: Told; onClose: () => void }) {
  const { title, words, label, secret } = told
  const copy = useCopy()
  return (
    <Dialog
      title={title}
      open
      onClose={() => {}}
      width={560}
      actions={
        <Button tone="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <Stack gap={4}>
        <Text as="p">{words}</Text>
        <Row gap={2} isOneLine role="group" aria-label={label}>
          <code className="secret">{secret}</code>
          <Button
            icon={IconCopy}
            name={`Copy the ${label.toLowerCase()}`}
            onClick={() => copy(secret, `The ${label.toLowerCase()} was copied`)}
          >
            Copy
          </Button>
        </Row>
        <Alert tone="warning">It is shown this once. Once you close this, nobody can read it again.</Alert>
      </Stack>
    </Dialog>
  )
}
