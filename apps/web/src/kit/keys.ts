import { useEffect, useEffectEvent } from 'react'

interface Key {
  /** What it is pressed by: the key's own value, `mod+` in front for Ctrl or Cmd. */
  press: string
  /** As it is written on a button. */
  shown: string
  does: string
  /** Heard although somebody types. */
  isAlways?: boolean
}

/** Every key that the product hears anywhere on a page. The `?` sheet, the hints on buttons and who listens all read this table. */
export const keys = {
  palette: { press: 'mod+k', shown: 'Ctrl K', does: 'Search, go anywhere, do anything', isAlways: true },
  likely: { press: 'a', shown: 'A', does: 'Do the likely act of the order or record: accept it, say that it is ready' },
  reject: { press: 'r', shown: 'R', does: 'Reject the order' },
  more: { press: '+', shown: '+', does: 'More minutes to prepare the order' },
  less: { press: '-', shown: '-', does: 'Fewer minutes to prepare the order' },
  board: { press: 'b', shown: 'B', does: 'Orders as a list or as a board' },
  print: { press: 'p', shown: 'P', does: 'Print the order' },
  undo: { press: 'z', shown: 'Z', does: 'Undo what was done in the last five seconds' },
  next: { press: 'j', shown: 'J', does: 'Next row or card' },
  previous: { press: 'k', shown: 'K', does: 'Previous row or card' },
  below: { press: 'ArrowDown', shown: '↓', does: 'On a row: the next one' },
  above: { press: 'ArrowUp', shown: '↑', does: 'On a row: the one before' },
  open: { press: 'Enter', shown: 'Enter', does: 'Open the row' },
  select: { press: 'x', shown: 'X', does: 'Select the row' },
  add: { press: 'n', shown: 'N', does: 'Add a new one to this list' },
  submit: { press: 'mod+Enter', shown: 'Ctrl Enter', does: 'Save the form', isAlways: true },
  search: { press: '/', shown: '/', does: 'Search in this list' },
  go: { press: 'g', shown: 'G', does: 'Go to a page, with the key of the page after it' },
  play: { press: ' ', shown: 'Space', does: 'On a replay: play or pause' },
  back: { press: 'ArrowLeft', shown: '←', does: 'On a replay: a minute back' },
  ahead: { press: 'ArrowRight', shown: '→', does: 'On a replay: a minute ahead' },
  close: { press: 'Escape', shown: 'Esc', does: 'Close the dialog or menu', isAlways: true },
  shortcuts: { press: '?', shown: '?', does: 'Show this list' },
} as const satisfies Record<string, Key>

export type KeyName = keyof typeof keys

/** Hears one key of the table; null does nothing. Keys belong to whoever types, and to an open dialog or menu, before that. */
export function useKey(name: KeyName, act: ((event: KeyboardEvent) => void) | null): void {
  useKeyDown((event) => {
    if (!act || event.defaultPrevented || !isPressed(keys[name], event)) return
    if (name !== 'close') event.preventDefault()
    act(event)
  })
}

function isPressed({ press, isAlways }: Key, event: KeyboardEvent): boolean {
  const isMod = press.startsWith('mod+')
  if ((event.ctrlKey || event.metaKey) !== isMod || event.altKey) return false
  if (event.key !== press.replace('mod+', '') && event.key.toLowerCase() !== press.replace('mod+', '')) return false
  if ((press === 'Enter' || press === ' ') && isControl(event.target)) return false
  if ((press === 'ArrowUp' || press === 'ArrowDown') && !isRow(event.target)) return false
  return isAlways === true || !isTyping(event.target)
}

function isRow(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.dataset.row !== undefined
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('a, button, input, summary, [role="tab"], [role="combobox"]') !== null
}

/** Whether what is pressed there is somebody's text, or an open dialog's or menu's. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest(
      'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]',
    ) !== null
  )
}

/** Hears every key that is pressed, wherever on the page; `capture` hears it before everybody else. */
export function useKeyDown(act: (event: KeyboardEvent) => void, capture = false): void {
  const onKey = useEffectEvent(act)
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener, capture)
    return () => document.removeEventListener('keydown', listener, capture)
  }, [capture])
}
