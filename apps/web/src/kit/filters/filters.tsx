import { ReferenceInput } from '../fields/inputs/lazy-inputs.tsx'
import { WithOptions } from '../fields/inputs/with-options.tsx'
import { isSource, labelOf, type Option, type Options } from '../fields/options.ts'
import { type ReferenceContract, ReferenceName, type ReferenceOptions, referenceSource } from '../fields/reference.tsx'
import { soon } from '../lazily.tsx'
import { wordsOf } from '../words.ts'
import type { Filter } from './filter.ts'
import { daysOf, rangeWords } from './period.ts'
import { SearchInput } from './search-input.tsx'

const OneOfInput = soon(() => import('./one-of-input.tsx').then((module) => module.OneOfInput))
const DateRangeInput = soon(() => import('./date-range-input.tsx').then((module) => module.DateRangeInput))

/** The search box; says what can be searched. */
export function search(placeholder: string): Filter<'q'> {
  return {
    keys: ['q'],
    label: 'Search',
    kind: 'search',
    input: ({ values: [text = ''], onChange }) => <SearchInput text={text} placeholder={placeholder} onSearch={(q) => onChange([q])} />,
    words: ([text]) => `“${text}”`,
  }
}

/** All of a text that is at hand elsewhere: a number in a message, an address in a log. */
export function exactly<const K extends string>(key: K, label: string): Filter<K> {
  return {
    keys: [key],
    label,
    kind: 'filter',
    input: ({ values: [text = ''], onChange }) => (
      <SearchInput text={text} placeholder={label} onSearch={(typed) => onChange([typed.trim()])} />
    ),
    words: ([text]) => text,
  }
}

/** One of a few words. */
export function oneOf<const K extends string>(key: K, options: Options, { label = wordsOf(key) }: { label?: string } = {}): Filter<K> {
  return {
    keys: [key],
    label,
    kind: 'filter',
    input: ({ values: [value = ''], onChange }) => (
      <OneOfInput label={label} value={value} options={options} onChange={(next) => onChange([next])} />
    ),
    words: ([value]) =>
      isSource(options) ? (
        <WithOptions options={options} isSilent>
          {(known) => (known ? labelOf(known, value) : '…')}
        </WithOptions>
      ) : (
        labelOf(options, value)
      ),
  }
}

/** Yes or no. */
export function toggle<const K extends string>(key: K, label: string): Filter<K> {
  return oneOf(key, yesOrNo, { label })
}
const yesOrNo: readonly Option[] = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

/** Another record, found by typing. */
export function referenceFilter<const K extends string, C extends ReferenceContract>(
  key: K,
  options: ReferenceOptions<C> & { label?: string },
): Filter<K> {
  const { label = wordsOf(key.replace(/Id$/, '')) } = options
  const source = referenceSource(options)
  return {
    keys: [key],
    label,
    kind: 'filter',
    input: ({ values: [id = ''], onChange }) => (
      <ReferenceInput id={`filter-${key}`} label={label} value={id} onChange={(next) => onChange([String(next ?? '')])} source={source} />
    ),
    words: ([id = '']) => <ReferenceName id={id} source={source} />,
  }
}

/** From a day to a day, both included, or a period by its word. */
export function dateRange<const F extends string, const T extends string>(from: F, to: T, label: string): Filter<F | T> {
  return {
    keys: [from, to],
    label,
    kind: 'filter',
    input: ({ values: [first = '', last = ''], onChange }) => (
      <DateRangeInput label={label} from={first} to={last} onChange={(range) => onChange([range.from, range.to])} />
    ),
    words: ([first = '', last = '']) => rangeWords(first, last),
    asked: ([first = '', last = ''], today) => {
      const days = daysOf({ from: first, to: last }, today)
      return [days.from, days.to]
    },
  }
}
