import type { ReactNode } from 'react'

/** A part of a record's page that is shown by itself, beside its overview and its history. */
export interface RecordTab<in R> {
  /** Its word in the address, `?tab=orders`; where the route table gives it a path, that is its address. */
  key: string
  label: string
  /** Who has it. */
  permission: string
  render: (record: R) => ReactNode
}
