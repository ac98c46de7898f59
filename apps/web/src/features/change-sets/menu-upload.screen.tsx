import {
  type ChangeSet,
  changeSetContract,
  type ExportFormat,
  exportFormatLabels,
  menuFileLimits,
  verticalKeys,
  verticals,
} from '@larder/contract'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { askForFile, keep } from '#api/download.ts'
import { type ChosenFile, readChosen, sendImport } from '#api/imports.ts'
import { references } from '#entities/references.ts'
import { Alert } from '#kit/feedback/alert.tsx'
import { referenceField } from '#kit/fields/choice-fields.tsx'
import type { Values } from '#kit/fields/form/contract-resolver.ts'
import { FieldsForm } from '#kit/fields/form/fields-form.tsx'
import { useContractForm } from '#kit/fields/form/use-contract-form.ts'
import { Button } from '#kit/layout/button.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Page } from '#kit/layout/page.tsx'
import { Text } from '#kit/layout/text.tsx'
import { useNotify } from '#kit/notify.ts'
import { FileChooser } from '#kit/resource/import/file-chooser.tsx'

const fields = [referenceField('id', { label: 'Store', ...references.store })]
const schema = changeSetContract.upload.shape.params
const storeOf = ({ id }: Values) => ({ id: String(id ?? '') })

/** The menu of a store as a file: its columns are recognised, and its rows held against the menu before anything is written. */
export default function MenuUploadScreen() {
  const [file, setFile] = useState<ChosenFile | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const navigate = useNavigate()
  const { form, handleSubmit } = useContractForm({ schema, fields, initial: { id: '' }, complete: storeOf })
  const send = handleSubmit(async (values) => {
    if (!file) return setProblem('Choose a file first.')
    setShare(0)
    const input = { params: storeOf(values), query: { name: file.name } }
    const answer = await sendImport(changeSetContract.upload, file, { input, onProgress: setShare })
    setShare(null)
    if (answer.isSuccess) await navigate(`/store/changes/${(answer.body as ChangeSet).id}`)
    else setProblem(answer.error.message)
  })
  return (
    <Page title="Menu upload" subtitle="A file becomes a change set: you see what it would change before anything is written." width={820}>
      <Stack gap={4}>
        <Card title="File">
          <Stack gap={4}>
            <FileChooser
              name={file?.name ?? null}
              most={menuFileLimits}
              onChoose={(chosen) => {
                setProblem(null)
                void readChosen(chosen).then(setFile)
              }}
              isBusy={share !== null}
            />
            {problem && <Alert tone="error">{problem}</Alert>}
            <FieldsForm label="Upload" form={form} fields={fields} schema={schema} onSubmit={send} isBusy={share !== null} />
          </Stack>
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
