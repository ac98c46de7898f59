import type { Allowed } from '@larder/contract'

/** What every row carries; `allowed` where the server says what may be done with it. */
export interface BaseRow {
  id: string
  version: number
  allowed?: Allowed
  /** The fields that this person may change in it, where these are not all. */
  editable?: readonly string[]
}

/** Tells a record, such as the newer one in a stale refusal, from anything else that an answer may carry. */
export function isRecord<One extends BaseRow>(value: unknown): value is One {
  return typeof value === 'object' && value !== null && 'id' in value && 'version' in value
}

/** A list's state as text, as it stands in the address. */
export type QueryText<K extends string = string> = Partial<Record<K, string>>
