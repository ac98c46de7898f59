import { type ChangeSet, changeSetContract, menuFileLimits } from '@larder/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type ChosenFile, readChosen, sendImport } from '#api/imports.ts'
import { useOwnStore } from '#entities/own-store.ts'
import { references } from '#entities/references.ts'
import { Alert } from '#kit/feedback/alert.tsx'
import { referenceField } from '#kit/fields/choice-fields.tsx'
import type { Values } from '#kit/fields/form/contract-resolver.ts'
import { FieldsForm } from '#kit/fields/form/fields-form.tsx'
import { useContractForm } from '#kit/fields/form/use-contract-form.ts'
import { Stack } from '#kit/layout/flow.tsx'
import { FileChooser } from '#kit/resource/import/file-chooser.tsx'

const fields = [referenceField('id', { label: 'Store', ...references.store })]
const schema = changeSetContract.upload.shape.params
const storeOf = ({ id }: Values) => ({ id: String(id ?? '') })

/** A store and the file of its menu. */
export function MenuUploadForm() {
  const [file, setFile] = useState<ChosenFile | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const navigate = useNavigate()
  const { form, handleSubmit } = useContractForm({ schema, fields, initial: { id: useOwnStore() ?? '' }, complete: storeOf })
  const whyNoFile = () => setProblem(file ? null : 'Choose a file first.')
  const send = handleSubmit(async (values) => {
    if (!file) return whyNoFile()
    setShare(0)
    const input = { params: storeOf(values), query: { name: file.name } }
    const answer = await sendImport(changeSetContract.upload, file, { input, onProgress: setShare })
    setShare(null)
    if (answer.isSuccess) await navigate(`/store/changes/${(answer.body as ChangeSet).id}`)
    else setProblem(answer.error.message)
    // What is missing is named at once.
  }, whyNoFile)
  return (
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
  )
}
