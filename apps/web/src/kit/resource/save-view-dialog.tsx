import { savedViewContract } from '@larder/contract'
import { FormProvider } from 'react-hook-form'
import { useWrite } from '#api/client.ts'
import type { Values } from '../fields/contract-resolver.ts'
import { FieldRow } from '../fields/field-row.tsx'
import { switchField, textField } from '../fields/fields.tsx'
import { useContractForm } from '../fields/use-contract-form.ts'
import { Button } from '../layout/button.tsx'
import { Dialog } from '../layout/dialog.tsx'
import { Stack } from '../layout/flow.tsx'
import { useNotify } from '../notify.ts'
import type { QueryText } from '../row.ts'

interface SaveViewDialogProps {
  /** The list's entity. */
  list: string
  query: QueryText
  onClose: () => void
}

const schema = savedViewContract.create.shape.body
const fields = [textField('name'), switchField('isShared', { label: 'Share with everyone' })]

/** Keeps the list as it is now under a name. */
export function SaveViewDialog({ list, query, onClose }: SaveViewDialogProps) {
  const [create, { isBusy }] = useWrite(savedViewContract.create)
  const notify = useNotify()
  const bodyOf = (values: Values) => ({
    resource: list,
    query: Object.fromEntries(Object.entries(query).flatMap(([key, value]) => (value ? [[key, value]] : []))),
    name: String(values.name),
    isShared: values.isShared === true,
  })
  const { form, refuse } = useContractForm({
    schema,
    fields,
    initial: { name: '', isShared: false },
    complete: bodyOf,
  })
  const save = form.handleSubmit(async (values) => {
    const { error } = await create({ body: bodyOf(values) })
    if (!error) {
      notify(`View “${values.name}” saved`)
      onClose()
    } else if (refuse(error).length > 0 || Object.keys(error.fields).length === 0) notify(error.message, 'error')
  })
  return (
    <Dialog
      title="Save this view"
      open
      onClose={onClose}
      onSubmit={save}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" busy={isBusy}>
            Save view
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <Stack>
          {fields.map((field) => (
            <FieldRow key={field.key} field={field} schema={schema} />
          ))}
        </Stack>
      </FormProvider>
    </Dialog>
  )
}
