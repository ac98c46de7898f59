import { Text } from '../../layout/text.tsx'
import type { FieldInputProps } from '../field.ts'
import type { Option } from '../options.ts'
import './radio-list.css'

/** From so many on they can be ticked all at once. */
const many = 6

/** Several of a few words, all in sight; the value is a list of them, in the order of the options. */
export function ChecksInput({ options, ...props }: FieldInputProps & { options: readonly Option[] }) {
  const chosen = Array.isArray(props.value) ? props.value : []
  const ticked = options.filter(({ value }) => chosen.includes(value)).length
  const isAll = ticked === options.length
  const mayAll = options.length >= many && options.length <= (props.range?.max ?? options.length)
  const toggle = (each: string) =>
    props.onChange(options.flatMap(({ value }) => (chosen.includes(value) === (value !== each) ? [value] : [])))
  return (
    <fieldset aria-label={props.label} aria-describedby={props.describedBy} className="radio-list">
      {mayAll && (
        <label className="radio-choice">
          <input
            type="checkbox"
            ref={(input) => {
              if (input) input.indeterminate = ticked > 0 && !isAll
            }}
            checked={isAll}
            disabled={props.disabled}
            onChange={() => props.onChange(isAll ? [] : options.map(({ value }) => value))}
            onBlur={props.onBlur}
          />
          <Text as="div" weight={600}>
            All {options.length}
          </Text>
        </label>
      )}
      {options.map(({ value, label, hint }) => (
        <label key={value} className="radio-choice">
          <input
            type="checkbox"
            name={props.name}
            checked={chosen.includes(value)}
            disabled={props.disabled}
            onChange={() => toggle(value)}
            onBlur={props.onBlur}
          />
          <div>
            <Text as="div" weight={500}>
              {label}
            </Text>
            {hint && (
              <Text as="div" size={12} tone="muted">
                {hint}
              </Text>
            )}
          </div>
        </label>
      ))}
    </fieldset>
  )
}
