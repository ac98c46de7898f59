import { useWatch } from 'react-hook-form'
import type { Values } from './contract-resolver.ts'

/** Everything that the form around an input holds at present, for an input that tells what comes of the others. */
export function useFormValues(): Values {
  return useWatch() as Values
}
