import type { Input, NamedEndpoint, Output } from '@larder/contract'

export interface Option {
  value: string
  label: string
  hint?: string
  /** Why it cannot be chosen now. */
  because?: string
}

/** Options out of a list's words. */
export function optionsOf<K extends string>(labels: Readonly<Record<K, string>>): { value: K; label: string }[] {
  return (Object.keys(labels) as K[]).map((value) => ({ value, label: labels[value] }))
}

/** Options that a read brings. */
export interface OptionSource {
  endpoint: NamedEndpoint
  input: Input<NamedEndpoint>
  optionsOf: (answer: unknown) => readonly Option[]
}

export type Options = readonly Option[] | OptionSource

/** Options out of an endpoint's answer. */
export function optionsFrom<E extends NamedEndpoint>(
  endpoint: E,
  input: Input<E>,
  optionsOf: (answer: Output<E>) => readonly Option[],
): OptionSource {
  return { endpoint, input: input as Input<NamedEndpoint>, optionsOf: (answer) => optionsOf(answer as Output<E>) }
}

export function isSource(options: Options): options is OptionSource {
  return 'endpoint' in options
}

/** The word of a value; the value itself where the options aren't at hand. */
export function labelOf(options: Options, value: unknown): string {
  const option = isSource(options) ? undefined : options.find((each) => each.value === value)
  return option?.label ?? (value === null || value === undefined || value === '' ? 'none' : String(value))
}
