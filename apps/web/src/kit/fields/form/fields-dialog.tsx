import type { Schema } from '@larder/contract'
import type { ReactNode } from 'react'
import { Alert } from '../../feedback/alert.tsx'
import { Button, type Tone } from '../../layout/button.tsx'
import { Dialog } from '../../layout/dialog.tsx'
import { Stack } from '../../layout/flow.tsx'
import { Text } from '../../layout/text.tsx'
import type { Field } from '../field.ts'
import { Refusal } from './first-problem.tsx'
import { FormFields } from './form-fields.tsx'
import type { ContractForm } from './use-contract-form.ts'

interface FieldsDialogProps {
  title: string
  /** What happens then. */
  words?: string
  form: ContractForm['form']
  fields: readonly Field<never>[]
  /** Of the body that the form makes. */
  schema: Schema
  /** Why it could not be done, where no field is to blame. */
  refusal?: string | null
  /** What does it. */
  label: string
  tone?: Tone
  isBusy: boolean
  /** Other ways to do it. */
  others?: ReactNode
  onSubmit: () => void
  onClose: () => void
}

/** A few fields that are asked for in a dialog. Nothing that is typed is kept: it may be a password. */
export function FieldsDialog({
  title,
  words,
  form,
  fields,
  schema,
  refusal,
  label,
  tone = 'primary',
  isBusy,
  others,
  onSubmit,
  onClose,
}: FieldsDialogProps) {
  return (
    <Dialog
      title={title}
      open
      onClose={onClose}
      onSubmit={onSubmit}
      actions={
        <>
          {others}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone={tone} busy={isBusy}>
            {label}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        {words && <Text as="p">{words}</Text>}
        {refusal && (
          <Refusal>
            <Alert tone="error">{refusal}</Alert>
          </Refusal>
        )}
        <FormFields key={fields.map(({ key }) => key).join()} form={form} fields={fields} schema={schema} />
      </Stack>
    </Dialog>
  )
}
