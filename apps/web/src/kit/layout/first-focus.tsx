import { useEffect, useRef } from 'react'

const fields = 'input:not([type="hidden"]):not(:disabled), select:not(:disabled), textarea:not(:disabled)'
/** Stands where a field will be once what it offers has been read. */
const awaited = ':is([aria-busy="true"], .bone)'

/** What is told to be wrong as it opens is what it was opened for. */
const wrong = ':is(input, select, textarea)[aria-invalid="true"]'

/** Puts the focus of the dialog that it is in on its first field that is wrong, else on its first one, on its heading where it has none, or none yet. */
export function FirstFocus() {
  const mark = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const dialog = mark.current?.closest<HTMLElement>('[role="dialog"]')
    if (!dialog || dialog.contains(document.activeElement)) return
    const heading = dialog.querySelector<HTMLElement>('h2')
    const focus = () => {
      const first =
        dialog.querySelector<HTMLElement>(wrong) ?? dialog.querySelector<HTMLElement>(`${fields}, .MuiDialogContent-root ${awaited}`)
      if (first?.matches(awaited)) return false
      ;(first ? chosenOf(first) : heading)?.focus()
      return true
    }
    if (focus()) return
    heading?.focus()
    const observer = new MutationObserver(() => {
      // Whoever went elsewhere meanwhile stays there.
      if (document.activeElement !== heading || focus()) observer.disconnect()
    })
    observer.observe(dialog, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-busy'] })
    return () => observer.disconnect()
  }, [])
  return <span ref={mark} hidden />
}

/** Of radio buttons the chosen one, which Tab would come to as well. */
function chosenOf(first: HTMLElement): HTMLElement {
  if (!(first instanceof HTMLInputElement) || first.type !== 'radio') return first
  return (
    first.closest('[role="dialog"]')?.querySelector<HTMLElement>(`input[type="radio"][name="${CSS.escape(first.name)}"]:checked`) ?? first
  )
}
