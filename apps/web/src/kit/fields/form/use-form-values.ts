import { useFormContext, useWatch } from 'react-hook-form'
import type { Values } from './contract-resolver.ts'

/** Everything that the form around an input holds at present, for an input that tells what comes of the others. */
export function useFormValues(): Values {
  return useWatch() as Values
}

/** What the form around an input began with, however late the input came. */
export function useInitialValues(): Values {
  return useFormContext().formState.defaultValues as Values
}
