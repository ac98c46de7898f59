import type { Input, NamedEndpoint, Output } from '@larder/contract'
import { use, useEffect } from 'react'
import { useRead } from '#api/client.ts'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { customField, numberField } from '#kit/fields/fields.tsx'
import { ReferenceInput } from '#kit/fields/inputs/lazy-inputs.tsx'
import { FormRecord, type ReferenceContract, type ReferenceOptions, referenceSource } from '#kit/fields/reference.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import type { HistoryWords } from '#kit/resource/record/history-words.ts'
import type { BaseRow } from '#kit/row.ts'

interface Part extends BaseRow {
  name: string
  storeId: string
  items: number
}
interface PartContract extends ReferenceContract {
  get: NamedEndpoint
}
interface Into {
  id: string
  version: number
}

/** "12 items", "1 item". */
export const itemWords = (items: number) => `${items} ${items === 1 ? 'item' : 'items'}`

interface MergeWords<C extends PartContract> {
  title: ReferenceOptions<C>['title']
  /** What of the other one holds from then on, once one is chosen. */
  told: (one: Output<C['get']>, kept: Output<C['get']>) => string
  /** What else the other one has in common with it: it is of the same store by itself. */
  alike?: (one: never) => Record<string, string>
}

/** Which other one of the same store keeps the items: at the version that is told here. */
export function intoField<C extends PartContract>(from: C, { title, told, alike }: MergeWords<C>) {
  const source = referenceSource({ from, title, queryOf: (one: Part) => ({ storeId: one.storeId, ...alike?.(one as never) }) })
  const words = told as (one: unknown, kept: unknown) => string

  function IntoInput({ value, onChange, ...props }: FieldInputProps) {
    const record = use(FormRecord)
    const { id = '', version } = (value ?? {}) as Partial<Into>
    const read = (of: string | undefined) => (of ? ({ params: { id: of } } as Input<NamedEndpoint>) : null)
    const one = useRead(from.get as NamedEndpoint, read(record?.id)).data as Part | undefined
    const chosen = useRead(from.get as NamedEndpoint, read(id)).data as Part | undefined
    const kept = chosen?.id === id ? chosen : undefined
    useEffect(() => {
      if (kept && kept.version !== version) onChange({ id: kept.id, version: kept.version })
    }, [kept, version, onChange])
    return (
      <Stack gap={2}>
        <ReferenceInput {...props} source={source} value={id} onChange={(next) => onChange(next ? { id: next } : null)} />
        <div role="status">{one && kept && <Text tone="muted">{words(one, kept)}</Text>}</div>
      </Stack>
    )
  }
  return customField<'into', Into>('into', {
    label: 'Into',
    input: (props) => <IntoInput {...props} />,
    show: () => 'another one',
    // Which version of it was seen holds for now alone.
    isFleeting: true,
  })
}

/** Which one goes on, once the others were given to it. */
export const goesOn = ({ into }: Record<string, unknown>) => (into as Into | null)?.id ?? null

/** What a history says of those that were merged and of one that was moved. */
export const menuHistory: Pick<HistoryWords, 'fields' | 'deedOf'> = {
  // No form asks for it: a row is put into its place by hand.
  fields: [numberField('sort', { label: 'Position' })],
  deedOf({ action, newOf }) {
    const [into, merged] = [newOf('into'), newOf('merged')]
    if (action === 'merge') return { what: `Merged it into ${into}`, covers: ['into'] }
    if (action === 'place') return { what: `Moved it to place ${newOf('place')}`, covers: ['place', 'sort'] }
    return action === 'update' && merged ? { what: `Merged ${merged} into it`, covers: ['merged'] } : undefined
  },
}
