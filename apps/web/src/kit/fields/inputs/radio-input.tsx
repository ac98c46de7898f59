import type { FieldInputProps } from '../field.ts'
import type { Options } from '../options.ts'
import { RadioList } from './radio-list.tsx'
import { WithOptions } from './with-options.tsx'

/** One of a few, all in sight. */
export function RadioInput({ options, ...props }: FieldInputProps & { options: Options }) {
  return <WithOptions options={options}>{(choices) => <RadioList {...props} choices={choices} />}</WithOptions>
}
