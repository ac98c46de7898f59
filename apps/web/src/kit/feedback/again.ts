import { createContext } from 'react'

/** Begins another attempt at what could not be loaded. */
export const Again = createContext(() => {})
