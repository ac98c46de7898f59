import {
  type ChangeFieldKey,
  type ChangeRemark,
  type ChangeValue,
  type ChangeValues,
  type Currency,
  changeField,
  describeIssues,
  keysOf,
  type Money,
} from '@larder/contract'
import * as z from 'zod/mini'
import { readCell } from '#kit/import/read-cell.ts'

/** What cells of a menu are read with. */
export interface GivenReading {
  currency: Currency
  /** Ids of tax profiles by their names in small letters. */
  taxProfiles: ReadonlyMap<string, string>
}

export type Given = Readonly<Partial<Record<ChangeFieldKey, string>>>

/** What cells say of an item, field by field; an empty one of a field that an item cannot be without says nothing. */
export function readGiven(given: Given, reading: GivenReading): { values: ChangeValues; remarks: ChangeRemark[] } {
  const remarks: ChangeRemark[] = []
  const values: { [K in ChangeFieldKey]?: ChangeValue } = {}
  for (const key of keysOf(given)) {
    const read = readField(key, given[key] ?? '', reading)
    if ('problem' in read) remarks.push({ field: key, level: 'error', words: read.problem })
    else if (read.value !== undefined) values[key] = read.value
  }
  return { values, remarks }
}

type Read = { value: ChangeValue | undefined } | { problem: string }

function readField(key: ChangeFieldKey, cell: string, { currency, taxProfiles }: GivenReading): Read {
  const { form, schema, isNullable } = changeField(key)
  const text = cell.trim()
  if (text === '') return { value: isNullable ? null : undefined }
  if (form === 'record') {
    const id = taxProfiles.get(text.toLowerCase())
    return id ? { value: id } : { problem: `is no tax that there is: ${shortOf(text)}` }
  }
  const field = { key, form, schema, head: '', also: null, isRequired: false, isOptional: true, isNullable: true, isOnce: false, takes: '' }
  const read = readCell(field, cell, '', currency)
  if ('problem' in read) return read
  const parsed = z.core.safeParse(schema, read.value, { reportInput: true })
  if (!parsed.success) return { problem: Object.values(describeIssues(parsed.error.issues))[0] ?? 'is not valid' }
  const value = parsed.data
  return { value: form === 'amount' ? (value as Money).minor : (value as ChangeValue) }
}

function shortOf(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
