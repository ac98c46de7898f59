import { type Store, storeContract } from '@larder/contract'
import { use } from 'react'
import { useRead } from '#api/client.ts'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { customField, textField } from '#kit/fields/fields.tsx'
import { ReferenceInput } from '#kit/fields/inputs/lazy-inputs.tsx'
import { FormRecord, ReferenceName, referenceSource } from '#kit/fields/reference.tsx'

/** Stores that sell the same kind of things. */
const stores = referenceSource({
  from: storeContract,
  title: ({ name }) => name,
  hint: ({ branch }) => branch.name,
  queryOf: ({ vertical }: Store) => ({ vertical }),
})

/** Looked for among stores that are like the record's own, which is none of them. */
function StoreInput(props: FieldInputProps) {
  const record = use(FormRecord) as { storeId?: Store['id'] } | null
  const own = useRead(storeContract.get, record?.storeId ? { params: { id: record.storeId } } : null).data
  return (
    <FormRecord value={own ?? null}>
      <ReferenceInput {...props} source={stores} disabled={props.disabled || !own} />
    </FormRecord>
  )
}

/** To which store something of a menu is copied, and what it is called there. */
export const copyFields = [
  customField<'storeId', string>('storeId', {
    label: 'To store',
    help: 'Another store of the same vertical',
    input: (props) => <StoreInput {...props} />,
    show: (value) => (value ? 'another one' : 'none'),
    view: (value) => (typeof value === 'string' && value ? <ReferenceName source={stores} id={value} /> : 'none'),
  }),
  textField('name', { label: 'Name in that store', help: 'That store may have nothing else of this name' }),
]
