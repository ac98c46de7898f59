import type { Schema } from '@larder/contract'
import type { FormEvent } from 'react'
import { FormProvider } from 'react-hook-form'
import { Button } from '../../layout/button.tsx'
import { Row, Stack } from '../../layout/flow.tsx'
import { Style } from '../../theme/style.tsx'
import type { Field } from '../field.ts'
import { FieldRow } from './field-row.tsx'
import type { ContractForm } from './use-contract-form.ts'

interface FieldsFormProps {
  /** What it does: the name for a screen reader and the words on its button. */
  label: string
  form: ContractForm['form']
  fields: readonly Field<never>[]
  /** Of the body that the form makes. */
  schema: Schema
  onSubmit: (event: FormEvent) => unknown
  isBusy: boolean
  onCancel?: () => void
}

/** A short form inside a page: its fields below one another, and the button that sends it. */
export function FieldsForm({ label, form, fields, schema, onSubmit, isBusy, onCancel }: FieldsFormProps) {
  return (
    <Style>
      <FormProvider {...form}>
        <form noValidate onSubmit={onSubmit} aria-label={label}>
          <Stack gap={4}>
            {fields.map((field) => (
              <FieldRow key={field.key} field={field} schema={schema} />
            ))}
            <Row justify="end">
              {onCancel && <Button onClick={onCancel}>Cancel</Button>}
              <Button type="submit" tone="primary" busy={isBusy}>
                {label}
              </Button>
            </Row>
          </Stack>
        </form>
      </FormProvider>
    </Style>
  )
}
