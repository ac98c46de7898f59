import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Option } from '../../fields/options.ts'
import type { Next } from './grid.ts'

const mostShown = 50

interface ChoiceInputProps {
  label: string
  text: string
  options: readonly Option[]
  onKey: (event: KeyboardEvent, text: string) => void
  onCommit: (text: string, next: Next) => void
  onLeave: (text: string) => void
}

/** One of a few in a cell, found by typing: what is marked below is what Enter, Tab and Ctrl Enter take; where none fits, what was typed. */
export function ChoiceInput({ label, text, options, onKey, onCommit, onLeave }: ChoiceInputProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(text)
  const [moved, setMoved] = useState<number | null>(null)
  const isWhole = typed === text && options.some((option) => option.label === text)
  const words = typed.trim().toLowerCase()
  const fitting = (isWhole ? options : options.filter((option) => option.label.toLowerCase().includes(words))).slice(0, mostShown)
  // Those that begin so come first to mind; nothing typed is none of them, where there may be none.
  const likely = isWhole
    ? fitting.findIndex((option) => option.label === text)
    : words === ''
      ? fitting.findIndex(({ value }) => value === '')
      : Math.max(
          0,
          fitting.findIndex((option) => option.label.toLowerCase().startsWith(words)),
        )
  const marked = moved ?? likely
  const chosen = fitting[marked]

  useLayoutEffect(() => {
    const [field, box] = [input.current, list.current]
    if (!field || !box) return
    const place = () => {
      const { left, bottom, width } = field.getBoundingClientRect()
      Object.assign(box.style, { left: `${left}px`, top: `${bottom}px`, minWidth: `${width}px` })
    }
    box.showPopover()
    place()
    document.addEventListener('scroll', place, true)
    return () => document.removeEventListener('scroll', place, true)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: as it is begun
  useEffect(() => {
    if (isWhole) input.current?.select()
  }, [])
  useEffect(() => {
    list.current?.children[marked]?.scrollIntoView({ block: 'nearest' })
  }, [marked])

  return (
    <>
      <input
        ref={input}
        role="combobox"
        aria-label={label}
        aria-expanded={fitting.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={chosen ? `${id}-${marked}` : undefined}
        // biome-ignore lint/a11y/noAutofocus: typing has begun
        autoFocus
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setMoved(null)
        }}
        onBlur={() => onLeave(typed)}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
          if (step === undefined) return onKey(event, chosen?.label ?? typed)
          event.preventDefault()
          event.stopPropagation()
          setMoved(Math.min(fitting.length - 1, Math.max(0, marked + step)))
        }}
      />
      <div
        ref={list}
        id={`${id}-list`}
        className="grid-choices"
        role="listbox"
        tabIndex={-1}
        aria-label={label}
        popover="manual"
        hidden={fitting.length === 0}
      >
        {fitting.map((option, at) => (
          <div
            key={option.value}
            id={`${id}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === marked}
            onPointerDown={(event) => {
              event.preventDefault()
              event.stopPropagation()
              onCommit(option.label, [0, 0])
            }}
          >
            {option.label}
          </div>
        ))}
      </div>
    </>
  )
}
