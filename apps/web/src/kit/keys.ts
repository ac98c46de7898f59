import { keysOf } from '@larder/contract'
import { type RefObject, useEffect, useEffectEvent } from 'react'

interface Key {
  /** What it is pressed by: the key's own value, `mod+` in front for Ctrl or Cmd. */
  press: string
  /** As it is written on a button. */
  shown: string
  /** Heard although somebody types. */
  isAlways?: boolean
}

/** Every key that the product hears anywhere on a page. The `?` sheet, which says what each does (`keyWords`), the hints on buttons and who listens all read this table. */
export const keys = {
  palette: { press: 'mod+k', shown: 'Ctrl K', isAlways: true },
  likely: { press: 'a', shown: 'A' },
  reject: { press: 'r', shown: 'R' },
  more: { press: '+', shown: '+' },
  less: { press: '-', shown: '-' },
  board: { press: 'b', shown: 'B' },
  print: { press: 'p', shown: 'P' },
  undo: { press: 'z', shown: 'Z' },
  next: { press: 'j', shown: 'J' },
  previous: { press: 'k', shown: 'K' },
  below: { press: 'ArrowDown', shown: '↓' },
  above: { press: 'ArrowUp', shown: '↑' },
  open: { press: 'Enter', shown: 'Enter' },
  select: { press: 'x', shown: 'X' },
  selected: { press: 's', shown: 'S' },
  add: { press: 'n', shown: 'N' },
  submit: { press: 'mod+Enter', shown: 'Ctrl Enter', isAlways: true },
  search: { press: '/', shown: '/' },
  go: { press: 'g', shown: 'G' },
  play: { press: ' ', shown: 'Space' },
  back: { press: 'ArrowLeft', shown: '←' },
  ahead: { press: 'ArrowRight', shown: '→' },
  close: { press: 'Escape', shown: 'Esc', isAlways: true },
  shortcuts: { press: '?', shown: '?' },
} as const satisfies Record<string, Key>

export type KeyName = keyof typeof keys

/**
 * Hears one key of the table; null does nothing. Keys belong to whoever types, and to an open dialog or menu, before that. One of a form, that
 * `place` is in, is not heard where a dialog lies over it: what is confirmed there would send the form behind.
 */
export function useKey(name: KeyName, act: ((event: KeyboardEvent) => void) | null, place?: () => Element | null): void {
  useKeyDown((event) => {
    if (!act || event.defaultPrevented || !isPressed(keys[name], event)) return
    if (place && dialogOf(place()) !== topDialog()) return
    if (name !== 'close') event.preventDefault()
    act(event)
  })
}

const anyDialog = '[role="dialog"]:not([aria-busy="true"])'

function dialogOf(place: Element | null): Element | null {
  return place?.closest(anyDialog) ?? null
}

function topDialog(): Element | null {
  return [...document.querySelectorAll(anyDialog)].at(-1) ?? null
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

const texts = 'input:not([type="checkbox"]), textarea, select, [contenteditable]'

/** Whether what is pressed there is somebody's text, or an open dialog's or menu's. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest(`${texts}, [role="dialog"], [role="menu"], [role="listbox"]`) !== null
}

/** Hears some keys of the table within an open dialog, where no other is heard; not while somebody types there. */
export function useDialogKeys(place: RefObject<HTMLElement | null>, acts: Partial<Record<KeyName, () => void>>): void {
  useKeyDown((event) => {
    const { target, key, ctrlKey, metaKey, altKey } = event
    const dialog = place.current?.closest('[role="dialog"]')
    if (!(target instanceof HTMLElement) || !dialog?.contains(target) || target.closest(texts) || ctrlKey || metaKey || altKey) return
    const name = keysOf(acts).find((each) => keys[each].press === key.toLowerCase())
    if (!name) return
    event.preventDefault()
    acts[name]?.()
  }, true)
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
