import { createContext } from 'react'

/** Which facts of the record that is shown can be changed in its form, and how one gets there. */
export interface EditAt {
  keys: ReadonlySet<string>
  edit: (key: string) => void
}

export const EditAtContext = createContext<EditAt | null>(null)
