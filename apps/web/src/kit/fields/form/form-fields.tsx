import type { Schema } from '@larder/contract'
import { FormProvider } from 'react-hook-form'
import type { Field } from '../field.ts'
import { FieldRow } from './field-row.tsx'
import type { ContractForm } from './use-contract-form.ts'

interface FormFieldsProps {
  form: ContractForm['form']
  fields: readonly Field<never>[]
  /** Of the body that the form makes. */
  schema: Schema
}

/** The fields of a form alone, for a dialog that is its own form. */
export function FormFields({ form, fields, schema }: FormFieldsProps) {
  return (
    <FormProvider {...form}>
      {fields.map((field) => (
        <FieldRow key={field.key} field={field} schema={schema} />
      ))}
    </FormProvider>
  )
}
