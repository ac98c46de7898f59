import type { MouseEvent } from 'react'

type RowCheckProps = { label: string; isOn: boolean; isPartly?: boolean } & (
  | { id: string; onChange: (id: string) => void; onRange: (id: string) => void }
  | { id?: never; onChange: () => void; onRange?: never }
)

/** A checkbox of a list; with Shift all rows up to this one. */
export function RowCheck(props: RowCheckProps) {
  const { label, isOn, isPartly = false } = props
  const press = ({ shiftKey }: MouseEvent) => {
    if (props.id === undefined) props.onChange()
    else if (shiftKey) props.onRange(props.id)
    else props.onChange(props.id)
  }
  return (
    <label className="row-check" onMouseDown={(event) => event.shiftKey && event.preventDefault()}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isOn}
        ref={(input) => {
          if (input) input.indeterminate = isPartly
        }}
        onChange={() => {}}
        onClick={press}
      />
    </label>
  )
}
