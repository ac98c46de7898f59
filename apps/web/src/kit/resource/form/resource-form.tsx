import { fieldNotPermitted, fieldsOf } from '@larder/contract'
import { type FormEvent, useEffect } from 'react'
import { FormProvider, useFormState } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { Alert } from '../../feedback/alert.tsx'
import type { Field, Group } from '../../fields/field.ts'
import { FieldRow } from '../../fields/form/field-row.tsx'
import { FieldValue } from '../../fields/form/field-value.tsx'
import { Refusal } from '../../fields/form/first-problem.tsx'
import { FormRecord } from '../../fields/reference.tsx'
import { Card } from '../../layout/card.tsx'
import { Stack } from '../../layout/flow.tsx'
import { Text } from '../../layout/text.tsx'
import type { BaseRow } from '../../row.ts'
import { UpdateRequest } from './update-request.tsx'
import type { ResourceFormState } from './use-resource-form.ts'

interface ResourceFormProps {
  state: ResourceFormState
  groups: readonly Group<never>[]
  /** Instead of saving: a step that is done. */
  onSubmit?: () => void
}

/** The cards of a form, with everything that is wrong summed up on top. */
export function ResourceForm({ state, groups, onSubmit }: ResourceFormProps) {
  useFocusOnNamed(state.id)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit?.()
  }
  return (
    <FormProvider {...state.form}>
      <FormRecord value={{ ...state.record, ...state.values } as BaseRow}>
        <form id={state.id} noValidate onSubmit={onSubmit ? submit : state.save}>
          <Stack gap={4}>
            <Summary state={state} />
            {groups
              .filter(({ fields }) => !fields.every((field) => isOfNewAlone(state, field)))
              .map(({ title, help, fields }) => (
                <Card key={title} title={title}>
                  <Stack gap={4}>
                    {help && (
                      <Text as="p" size={13} tone="muted">
                        {help}
                      </Text>
                    )}
                    {fields.map((field: Field<never>) => {
                      if (isOfNewAlone(state, field)) return null
                      const because = whyFixed(state, field)
                      return because === null ? (
                        <FieldRow key={field.key} field={field} schema={state.schema} />
                      ) : (
                        <FieldValue key={field.key} field={field} value={state.values[field.key]} because={`${field.label} ${because}`} />
                      )
                    })}
                  </Stack>
                </Card>
              ))}
          </Stack>
        </form>
        {state.needed && state.record && <UpdateRequest state={state} record={state.record} needed={state.needed} />}
      </FormRecord>
    </FormProvider>
  )
}

/** Why a field of a record is shown and not asked for; null where it can be changed. */
function whyFixed({ record, schema }: ResourceFormState, { key }: Field<never>): string | null {
  if (record?.editable?.includes(key) === false) return fieldNotPermitted
  return record && !(key in fieldsOf(schema)) ? 'stays as it was when it was added' : null
}

/** Only a new one takes it, and no record tells it. */
function isOfNewAlone({ record, schema, values }: ResourceFormState, { key }: Field<never>): boolean {
  return record !== null && !(key in fieldsOf(schema)) && !(key in record) && values[key] === null
}

/** The address may name the field that the form was opened for. */
function useFocusOnNamed(formId: string): void {
  const [params] = useSearchParams()
  const key = params.get('field')
  useEffect(() => {
    if (key === null) return
    const name = CSS.escape(key)
    const inputs = document.getElementById(formId)?.querySelectorAll<HTMLElement>(`[name="${name}"], [name^="${name}."]`)
    inputs?.[0]?.focus()
  }, [formId, key])
}

function Summary({ state }: { state: ResourceFormState }) {
  const { errors, isSubmitted } = useFormState({ control: state.form.control })
  const wrong = state.fields.filter(({ key }) => key in errors)
  const { overtaken, refusal, isRestored } = state
  return (
    <>
      {isRestored && (
        <Alert tone="info">
          <Text as="p">What you typed here before is back. It is not saved yet.</Text>
        </Alert>
      )}
      {overtaken && (
        <Refusal>
          <Alert tone="warning">
            <Text as="p" weight={600}>
              {overtaken.message}
            </Text>
            <Text as="p">Your changes are kept: saving now applies them to the newer version.</Text>
            {overtaken.conflicts.map(({ key, label, to }) => (
              <Text as="p" key={key}>
                {label} is now “{to}”; yours will replace it.
              </Text>
            ))}
          </Alert>
        </Refusal>
      )}
      {(refusal.length > 0 || (isSubmitted && wrong.length > 0)) && (
        <Refusal>
          <Alert tone="error">
            {refusal.map((words) => (
              <Text as="p" key={words}>
                {words}
              </Text>
            ))}
            {wrong.length > 0 && <Text as="p">Check: {wrong.map(({ label }) => label).join(', ')}.</Text>}
          </Alert>
        </Refusal>
      )}
    </>
  )
}
