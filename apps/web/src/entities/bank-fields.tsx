import { group } from '#kit/fields/field.ts'
import { customField, textField } from '#kit/fields/fields.tsx'
import { LineInput } from '#kit/fields/inputs/lazy-inputs.tsx'

/** An account's number as it is typed: never kept in the browser nor in a draft, and told by its end alone. */
export function accountNumberField<K extends string>(key: K, label: string) {
  return customField<K, string>(key, {
    label,
    input: ({ range: _, ...props }) => (
      <LineInput
        {...props}
        autoComplete="off"
        text={typeof props.value === 'string' ? props.value : ''}
        onText={(typed) => props.onChange(typed || null)}
      />
    ),
    show: (value) => (value ? `•••• ${String(value).slice(-4)}` : 'none'),
    isSecret: true,
  })
}

/** By what the code of a bank goes elsewhere. */
export const bankCodeHelp = 'The IFSC, sort code, routing number or BIC of the bank'

/** Where a new record is paid: it becomes the first bank account of it. */
export const firstAccountFields = group(
  'Bank',
  [
    textField('bankHolder', { label: 'Account holder' }),
    accountNumberField('bankNumber', 'Account number'),
    accountNumberField('bankNumberAgain', 'Account number again'),
    textField('bankCode', { label: 'Bank code', help: bankCodeHelp }),
  ],
  'Can follow later. Account numbers are not kept in a draft.',
)
