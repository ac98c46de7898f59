import { useEffect, useRef } from 'react'

const fields = 'input:not([type="hidden"]):not(:disabled), select:not(:disabled), textarea:not(:disabled)'

/** Puts the focus of the dialog that it is in on its first field, on its heading where it has none. */
export function FirstFocus() {
  const mark = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const dialog = mark.current?.closest('[role="dialog"]')
    if (!dialog || dialog.contains(document.activeElement)) return
    const first = dialog.querySelector<HTMLElement>(fields) ?? dialog.querySelector<HTMLElement>('h2')
    first?.focus()
  }, [])
  return <span ref={mark} hidden />
}
