import { type Mail, mailContract } from '@larder/contract'
import { IconFileText } from '@tabler/icons-react'
import { askForFile, openTab, showFile } from '#api/download.ts'
import { Button } from '#kit/layout/button.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { useNotify } from '#kit/notify.ts'

/** What is written, and what goes with it. */
export function MailText({ mail: { id, text, attachment } }: { mail: Mail }) {
  const notify = useNotify()
  const open = async (name: string) => {
    const tab = openTab()
    const file = await askForFile(mailContract.attachment, { params: { id } })
    if (file.isSuccess) return showFile(file.body, name, tab)
    tab?.close()
    notify(`${name} could not be opened: ${file.error.message}`, 'error')
  }
  return (
    <Stack gap={3}>
      <p className="mail-text">{text}</p>
      {attachment && (
        <div>
          <Button icon={IconFileText} onClick={() => void open(attachment)}>
            {attachment}
          </Button>
        </div>
      )}
    </Stack>
  )
}
