import type { MouseEvent } from 'react'

/** What does something of its own when it is pressed. */
const controls = 'a, button, input, select, textarea, label, summary, [role="button"]'

/**
 * A press anywhere on a row goes where the row's own link goes, in a new tab with Ctrl or the middle button; not a press on what is a
 * link or button itself, nor one that selects text. For `onClick` and `onAuxClick` of what holds the rows.
 */
export function openPressedRow(event: MouseEvent<HTMLElement>): void {
  const { target, button } = event
  if (!(target instanceof Element) || target.closest(controls) || button > 1) return
  const link = target.closest('[data-row]')?.querySelector<HTMLElement>('.way a, a.place')
  if (!link || (button === 0 && isSelectingText())) return
  const isNewTab = button === 1 || event.ctrlKey || event.metaKey
  link.dispatchEvent(
    new window.MouseEvent('click', {
      bubbles: true,
      cancelable: true,
      view: window,
      ctrlKey: isNewTab,
      metaKey: isNewTab,
      shiftKey: event.shiftKey,
    }),
  )
}

function isSelectingText(): boolean {
  return getSelection()?.type === 'Range'
}
