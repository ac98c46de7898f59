import { changeSetContract, type ExportFormat, exportFormatLabels, verticalKeys, verticals } from '@larder/contract'
import { IconDownload } from '@tabler/icons-react'
import { askForFile, keep } from '#api/download.ts'
import { Button } from '#kit/layout/button.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Page } from '#kit/layout/page.tsx'
import { Text } from '#kit/layout/text.tsx'
import { soon } from '#kit/lazily.tsx'
import { useNotify } from '#kit/notify.ts'

const MenuUploadForm = soon(() => import('./menu-upload-form.tsx').then((module) => module.MenuUploadForm))

/** The menu of a store as a file: its columns are recognised, and its rows held against the menu before anything is written. */
export default function MenuUploadScreen() {
  return (
    <Page title="Menu upload" subtitle="A file becomes a change set: you see what it would change before anything is written." width={820}>
      <Stack gap={4}>
        <Card title="File">
          <MenuUploadForm />
        </Card>
        <Templates />
      </Stack>
    </Page>
  )
}

function Templates() {
  const notify = useNotify()
  const download = async (vertical: (typeof verticalKeys)[number], format: ExportFormat) => {
    const answer = await askForFile(changeSetContract.template, { query: { vertical, format } })
    if (answer.isSuccess) keep(answer.body, `menu-${vertical}.${format}`)
    else notify(answer.error.message, 'error')
  }
  return (
    <Card title="Templates">
      <Stack gap={2}>
        <Text as="p" size={13} tone="muted">
          Any file with a row for each item will do: columns that are called otherwise are asked for. An item is found by its code, else by
          its name.
        </Text>
        {verticalKeys.map((vertical) => (
          <Row key={vertical} justify="space-between">
            <Text>{verticals[vertical].label}</Text>
            <Row>
              {(['csv', 'xlsx'] as const).map((format) => (
                <Button
                  key={format}
                  size="small"
                  icon={IconDownload}
                  name={`${verticals[vertical].label} as ${exportFormatLabels[format]}`}
                  onClick={() => void download(vertical, format)}
                >
                  {exportFormatLabels[format]}
                </Button>
              ))}
            </Row>
          </Row>
        ))}
      </Stack>
    </Card>
  )
}
