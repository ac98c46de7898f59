import { Fragment } from 'react'
import type { Field, Having } from './field.ts'
import { customField, type FieldOptions } from './fields.tsx'
import { ChecksInput } from './inputs/checks-input.tsx'
import { ReferenceInput, ReferencesInput, SelectInput } from './inputs/lazy-inputs.tsx'
import { RadioInput } from './inputs/radio-input.tsx'
import { labelOf, type Option, type Options } from './options.ts'
import { type ReferenceContract, ReferenceName, type ReferenceOptions, referenceSource } from './reference.tsx'

/** One of a few words; with `none`, what choosing none of them means, it may be null. */
export function selectField<K extends string>(
  key: K,
  options: FieldOptions & { options: Options; none?: string },
): Field<Having<K, string>> {
  const { options: choices, none, ...rest } = options
  return customField<K, string>(key, {
    ...rest,
    input: ({ onChange, ...props }) => (
      <SelectInput
        {...props}
        options={choices}
        {...(none !== undefined && { none })}
        onChange={(value) => onChange(value === '' && none !== undefined ? null : value)}
      />
    ),
    show: (value) => labelOf(choices, value),
  })
}

/** One of a few words, all in sight: a reason that somebody reads before choosing. */
export function radioField<K extends string>(key: K, options: FieldOptions & { options: Options }): Field<Having<K, string>> {
  const { options: choices, ...rest } = options
  return customField<K, string>(key, {
    ...rest,
    isChoice: true,
    input: (props) => <RadioInput {...props} options={choices} />,
    show: (value) => labelOf(choices, value),
  })
}

/** Several of a few words, all in sight. */
export function checksField<K extends string>(
  key: K,
  options: FieldOptions & { options: readonly Option[] },
): Field<Having<K, readonly string[]>> {
  const { options: choices, ...rest } = options
  return customField<K, readonly string[]>(key, {
    ...rest,
    input: (props) => <ChecksInput {...props} options={choices} />,
    show: (value) => (Array.isArray(value) ? value.map((each) => labelOf(choices, each)).join(', ') : 'none'),
  })
}

/** Another record, by its id. */
export function referenceField<K extends string, C extends ReferenceContract>(
  key: K,
  options: FieldOptions & ReferenceOptions<C>,
): Field<Having<K, string>> {
  const source = referenceSource(options)
  return customField<K, string>(key, {
    ...fieldOptions(options),
    input: (props) => <ReferenceInput {...props} source={source} />,
    show: (value) => (value ? 'another one' : 'none'),
    view: (value) => (typeof value === 'string' && value ? <ReferenceName source={source} id={value} /> : 'none'),
  })
}

/** Several records, by their ids. */
export function referencesField<K extends string, C extends ReferenceContract>(
  key: K,
  options: FieldOptions & ReferenceOptions<C>,
): Field<Having<K, readonly string[]>> {
  const source = referenceSource(options)
  return customField<K, readonly string[]>(key, {
    ...fieldOptions(options),
    input: (props) => <ReferencesInput {...props} source={source} />,
    show: (value) => `${Array.isArray(value) ? value.length : 0} chosen`,
    view: (value) =>
      Array.isArray(value) && value.length > 0
        ? value.map((id: string, index) => (
            <Fragment key={id}>
              {index > 0 && ', '}
              <ReferenceName source={source} id={id} />
            </Fragment>
          ))
        : 'none',
  })
}

function fieldOptions({ label, help }: FieldOptions): FieldOptions {
  return { ...(label !== undefined && { label }), ...(help !== undefined && { help }) }
}
