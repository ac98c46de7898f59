import { entryOf, fieldOf, rangeOf } from '@larder/contract'
import FormHelperText from '@mui/material/FormHelperText'
import type { ClipboardEventHandler } from 'react'
import type { Field, FieldInputProps, Problems } from '../field.ts'
import { isBelow, type Line, problemsOf } from './lines.ts'

interface LineCellsProps extends Omit<FieldInputProps, 'label' | 'value' | 'onChange' | 'problems'> {
  line: Line
  /** "tier 2". */
  lineName: string
  fields: readonly Field<never>[]
  omitted: readonly PropertyKey[]
  problems: Problems
  onPart: (part: Line) => void
  /** Of a field by its place. */
  onPasteAt: (field: number) => ClipboardEventHandler
}

/** The fields of one line beside one another, each with a name of its own; one with lines of its own, or too broad for a cell, stands below them. */
export function LineCells({ line, lineName, fields, omitted, problems, onPart, onPasteAt, ...props }: LineCellsProps) {
  const entry = props.schema && entryOf(props.schema)
  return fields.map((field, place) => {
    if (omitted.includes(field.key)) return isBelow(field) ? null : <span key={field.key} />
    const { key, label, isParted } = field
    const id = `${props.id}-${key}`
    const name = `${label} of ${lineName}`
    const wrong = problemsOf(problems, key)
    const error = isParted ? wrong[''] : Object.values(wrong)[0]
    const schema = entry && fieldOf(entry, key)
    return (
      <div key={key} className={isBelow(field) ? 'line-below' : 'line-cell'} onPaste={isBelow(field) ? undefined : onPasteAt(place)}>
        {!isParted && (
          <label className="line-label" htmlFor={id}>
            {label}
            <span className="unseen"> of {lineName}</span>
          </label>
        )}
        {field.input({
          ...props,
          id,
          name: `${props.name}.${key}`,
          label: name,
          value: line[key],
          onChange: (value) => onPart({ [key]: value }),
          onBlur: () => {},
          ref: null,
          isInvalid: Object.keys(wrong).length > 0,
          describedBy: error && `${id}-error`,
          range: rangeOf(schema),
          schema,
          problems: wrong,
          owner: lineName,
          isLabelElsewhere: true,
        })}
        {error && (
          <FormHelperText id={`${id}-error`} error role="alert" sx={{ m: 0 }}>
            {name} {error}
          </FormHelperText>
        )}
      </div>
    )
  })
}
