import { createContext } from 'react'
import type { BaseRow } from '../row.ts'

/** The record whose form it is, for inputs whose choices depend on it; null for a new one and outside of forms. */
export const FormRecord = createContext<BaseRow | null>(null)
