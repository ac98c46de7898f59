import { IconGripVertical, IconPlus, IconTrash } from '@tabler/icons-react'
import { type ClipboardEvent, type CSSProperties, type FocusEvent, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useMe } from '../../access/access.tsx'
import { Button, IconButton } from '../../layout/button.tsx'
import { Text } from '../../layout/text.tsx'
import { useMoving, withMoved } from '../../use-moving.ts'
import { wordsOf } from '../../words.ts'
import type { FieldInputProps } from '../field.ts'
import { LineCells } from './line-cells.tsx'
import { cellsOf, isBelow, type Line, type LinesParts, lineName, problemsOf, withCells } from './lines.ts'
import './lines.css'

interface LinesInputProps extends FieldInputProps {
  parts: LinesParts
}

/** Entries of a list as lines of fields: added, removed, moved by a handle or its arrow keys, pasted from a spreadsheet. */
export function LinesInput({ parts, ...props }: LinesInputProps) {
  const { id, label, value, onChange, onBlur, disabled, range = {}, problems = {}, owner } = props
  const { line: word, fields, blank, isUnordered, isSmall, none, omits, tidy, aside } = parts
  const { currency } = useMe()
  const lines = (Array.isArray(value) ? value : []) as Line[]
  const { box, focus } = useFocusWithin(props.ref)
  const [said, say] = useState('')
  const isMovable = !isUnordered && lines.length > 1
  const nameOf = (index: number) => lineName(parts, index, owner)
  const set = (index: number, part: Line) => {
    const before = lines[index] ?? {}
    const line = { ...before, ...part }
    onChange(lines.with(index, tidy ? tidy(line, before) : line))
  }
  const add = () => {
    onChange([...lines, blank(lines.at(-1))])
    focus(`[data-list="${id}"][data-index="${lines.length}"] :is(input, select, textarea)`)
  }
  const move = (from: number, to: number) => {
    onChange(withMoved(lines, from, to))
    focus(`[data-list="${id}"][data-index="${to}"] > .grip`)
    say(`${wordsOf(word)} moved to place ${to + 1} of ${lines.length}`)
  }
  const moving = useMoving({ list: id, count: lines.length, move })
  const paste = (line: number, field: number) => (event: ClipboardEvent) => {
    const cells = cellsOf(event.clipboardData.getData('text'))
    if (!cells || disabled) return
    event.preventDefault()
    event.stopPropagation()
    onChange(withCells(lines, cells, { line, field }, { fields, blank, currency }))
  }
  const most = range.max ?? Number.POSITIVE_INFINITY
  const adds = { label: `Add ${word}${owner ? ` of ${owner}` : ''}`, icon: IconPlus, size: 'small' as const, onClick: add }
  const shape = { '--cells': fields.filter((field) => !isBelow(field)).length } as CSSProperties
  // Left as a whole: between the cells of a new line nothing is missing yet.
  const onLeave = (event: FocusEvent) => event.currentTarget.contains(event.relatedTarget) || onBlur()
  const classes = ['lines', isSmall && 'small', isUnordered && 'unordered'].filter(Boolean).join(' ')
  return (
    <fieldset className={classes} style={shape} id={id} ref={box} aria-label={label} onBlur={onLeave}>
      {!isSmall && lines.length > 0 && (
        <div className="line heads" aria-hidden>
          {!isUnordered && <span />}
          {fields.map((field) => !isBelow(field) && <span key={field.key}>{field.label}</span>)}
        </div>
      )}
      {lines.length === 0 && none && <Text tone="muted">{none}</Text>}
      {lines.map((line, index) => (
        <fieldset
          key={index}
          {...moving.entry(index)}
          aria-label={wordsOf(nameOf(index))}
          className={moving.dragged === index ? 'line dragged' : 'line'}
        >
          {!isUnordered && (
            <button
              type="button"
              className="icon-button small grip"
              aria-label={`Move ${nameOf(index)}`}
              aria-description="The arrow keys move it up and down."
              disabled={disabled || !isMovable}
              {...moving.grip(index)}
            >
              <IconGripVertical size={18} aria-hidden />
            </button>
          )}
          <LineCells
            {...props}
            id={`${id}-${index}`}
            name={`${props.name}.${index}`}
            line={line}
            lineName={nameOf(index)}
            fields={fields}
            omitted={omits?.(line) ?? []}
            problems={problemsOf(problems, index)}
            onPart={(part) => set(index, part)}
            onPasteAt={(field) => paste(index, field)}
          />
          <div className="line-end">
            <IconButton
              label={`Remove ${nameOf(index)}`}
              icon={IconTrash}
              size="small"
              disabled={disabled || lines.length <= (range.min ?? 0)}
              onClick={() => onChange(lines.toSpliced(index, 1))}
            />
          </div>
          {aside && (
            <Text size={12} tone="muted">
              {aside(line)}
            </Text>
          )}
        </fieldset>
      ))}
      {isSmall ? (
        <div className="line-add">
          <IconButton {...adds} disabled={disabled || lines.length >= most} />
        </div>
      ) : (
        <div>
          <Button {...adds} disabled={disabled} because={lines.length >= most ? `At most ${most}` : null}>
            {adds.label}
          </Button>
        </div>
      )}
      <span className="unseen" role="status">
        {said}
      </span>
    </fieldset>
  )
}

/** The box that holds the lines; `focus` puts the focus on what a selector finds in it once the lines stand. A form focuses what is wrong. */
function useFocusWithin(ref: FieldInputProps['ref']) {
  const box = useRef<HTMLFieldSetElement>(null)
  const [wanted, want] = useState<{ selector: string } | null>(null)
  useEffect(() => {
    if (wanted) box.current?.querySelector<HTMLElement>(wanted.selector)?.focus()
  }, [wanted])
  useImperativeHandle(ref, () => {
    const first = () =>
      box.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? box.current?.querySelector<HTMLElement>('input, button')
    return { focus: () => first()?.focus() } as HTMLElement
  })
  return { box, focus: (selector: string) => want({ selector }) }
}
