import type { NamedEndpoint, Output } from '@larder/contract'
import { useState } from 'react'
import { useWrite } from '#api/client.ts'
import type { Field } from '#kit/fields/field.ts'
import { FieldsDialog } from '#kit/fields/form/fields-dialog.tsx'
import { useContractForm } from '#kit/fields/form/use-contract-form.ts'
import type { Tone } from '#kit/layout/button.tsx'

interface AskProofProps<E extends NamedEndpoint> {
  endpoint: E
  title: string
  /** What happens then. */
  words: string
  label: string
  tone?: Tone
  fields: readonly Field<never>[]
  onClose: () => void
  onDone: (answer: Output<E>) => void
}

/** Does something about one's sign-in for who tells the password or a code. */
export function AskProof<E extends NamedEndpoint>({
  endpoint,
  title,
  words,
  label,
  tone = 'primary',
  fields,
  onClose,
  onDone,
}: AskProofProps<E>) {
  const [write, { isBusy, reset }] = useWrite(endpoint)
  const [refusal, setRefusal] = useState<string | null>(null)
  const schema = endpoint.shape.body ?? endpoint.shape.response
  const initial = Object.fromEntries(fields.map(({ key }) => [key, '']))
  const { form, refuse, handleSubmit } = useContractForm({ schema, fields, initial, complete: (values) => values })
  const send = handleSubmit(async (body) => {
    const { data, error } = await write({ body } as never)
    if (error) return setRefusal(Object.keys(error.fields).length === 0 ? error.message : (refuse(error)[0] ?? null))
    onDone(data)
    // What it answered may be a secret: it stays with who asked.
    reset()
  })
  return (
    <FieldsDialog
      title={title}
      words={words}
      form={form}
      fields={fields}
      schema={schema}
      refusal={refusal}
      label={label}
      tone={tone}
      isBusy={isBusy}
      onSubmit={send}
      onClose={onClose}
    />
  )
}
