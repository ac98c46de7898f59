import type { Schema } from '@larder/contract'
import type { FormEvent, ReactNode } from 'react'
import { FormProvider } from 'react-hook-form'
import { Button } from '../../layout/button.tsx'
import { Card } from '../../layout/card.tsx'
import { Row, Stack } from '../../layout/flow.tsx'
import { Columns } from '../../layout/page.tsx'
import { Style } from '../../theme/style.tsx'
import type { Field, Group } from '../field.ts'
import { FieldRow } from './field-row.tsx'
import type { ContractForm } from './use-contract-form.ts'

interface FormProps {
  /** What it does: the name for a screen reader and the words on its button. */
  label: string
  form: ContractForm['form']
  /** Of the body that the form makes. */
  schema: Schema
  onSubmit: (event: FormEvent) => unknown
  isBusy: boolean
  onCancel?: () => void
}

/** A short form inside a page: its fields below one another, and the button that sends it. */
export function FieldsForm({ fields, ...props }: FormProps & { fields: readonly Field<never>[] }) {
  return (
    <WholeForm {...props}>
      <Stack gap={4}>
        <FieldRows fields={fields} schema={props.schema} />
        <Acts {...props} />
      </Stack>
    </WholeForm>
  )
}

/** A longer one: a card for each group of fields, and beside them, in sight, what they come to with the button. */
export function CardsForm({ groups, side, ...props }: FormProps & { groups: readonly Group<never>[]; side: ReactNode }) {
  return (
    <WholeForm {...props}>
      <Columns
        main={groups.map(({ title, fields }) => (
          <Card key={title} title={title}>
            <Stack gap={4}>
              <FieldRows fields={fields} schema={props.schema} />
            </Stack>
          </Card>
        ))}
        side={
          <Stack gap={4}>
            {side}
            <Acts {...props} />
          </Stack>
        }
        isInSight
      />
    </WholeForm>
  )
}

function WholeForm({ label, form, onSubmit, children }: FormProps & { children: ReactNode }) {
  return (
    <Style>
      <FormProvider {...form}>
        <form noValidate onSubmit={onSubmit} aria-label={label}>
          {children}
        </form>
      </FormProvider>
    </Style>
  )
}

function FieldRows({ fields, schema }: { fields: readonly Field<never>[]; schema: Schema }) {
  return fields.map((field) => <FieldRow key={field.key} field={field} schema={schema} />)
}

function Acts({ label, isBusy, onCancel }: FormProps) {
  return (
    <Row justify="end">
      {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      <Button type="submit" tone="primary" busy={isBusy}>
        {label}
      </Button>
    </Row>
  )
}
