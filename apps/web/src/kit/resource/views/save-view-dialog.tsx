import { savedViewContract } from '@larder/contract'
import { useWrite } from '#api/client.ts'
import { switchField, textField } from '../../fields/fields.tsx'
import type { Values } from '../../fields/form/contract-resolver.ts'
import { FieldsDialog } from '../../fields/form/fields-dialog.tsx'
import { useContractForm } from '../../fields/form/use-contract-form.ts'
import { useNotify } from '../../notify.ts'
import type { QueryText } from '../../row.ts'

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
  const { form, refuse, handleSubmit } = useContractForm({
    schema,
    fields,
    initial: { name: '', isShared: false },
    complete: bodyOf,
  })
  const save = handleSubmit(async (values) => {
    const { error } = await create({ body: bodyOf(values) })
    if (!error) {
      notify(`View “${values.name}” saved`)
      onClose()
    } else if (refuse(error).length > 0 || Object.keys(error.fields).length === 0) notify(error.message, 'error')
  })
  return (
    <FieldsDialog
      title="Save this view"
      form={form}
      fields={fields}
      schema={schema}
      label="Save view"
      isBusy={isBusy}
      onSubmit={save}
      onClose={onClose}
    />
  )
}
