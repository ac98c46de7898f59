import { useEffect, useRef } from 'react'
import { focusFirst } from './focus-first.ts'

/** Puts the focus of the dialog that it is in on its first field that is wrong, else on its first one, on its heading where it has none, or none yet. */
export function FirstFocus() {
  const mark = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const dialog = mark.current?.closest<HTMLElement>('[role="dialog"]')
    if (!dialog || dialog.contains(document.activeElement)) return
    return focusFirst(dialog, dialog.querySelector<HTMLElement>('h2'))
  }, [])
  return <span ref={mark} hidden />
}
