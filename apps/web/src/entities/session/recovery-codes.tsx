import { IconCopy, IconDownload } from '@tabler/icons-react'
import { keep } from '#api/download.ts'
import { useCopy } from '#kit/cells/copy-text.tsx'
import { Alert } from '#kit/feedback/alert.tsx'
import { Button } from '#kit/layout/button.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import './recovery-codes.css'

/** The codes that stand in for a lost phone, until they are let go of on purpose. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const copy = useCopy()
  const text = `${codes.join('\n')}\n`
  return (
    <Stack gap={4}>
      <Text as="p">
        Keep these recovery codes where you find them without your phone. Each signs you in once in place of a code of the app.
      </Text>
      <ul className="recovery-codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Alert tone="warning">They are shown this once. Once you close this, nobody can read them again.</Alert>
      <Row justify="space-between">
        <Row gap={2}>
          <Button icon={IconCopy} onClick={() => copy(text, 'The recovery codes were copied')}>
            Copy
          </Button>
          <Button icon={IconDownload} onClick={() => keep(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')}>
            Download
          </Button>
        </Row>
        <Button tone="primary" onClick={onDone}>
          Done
        </Button>
      </Row>
    </Stack>
  )
}
