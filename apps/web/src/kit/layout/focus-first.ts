const fields = 'input:not([type="hidden"], [hidden], :disabled), select:not(:disabled), textarea:not(:disabled)'
/** Stands where a field will be once what it offers has been read. */
const awaited = ':is([aria-busy="true"], .bone)'
/** What is told to be wrong as it opens is what it was opened for. */
const wrong = ':is(input, select, textarea)[aria-invalid="true"]'
/** Of a field without any: a file that is chosen, lines of which there is none. */
const buttons = '[data-field] button:not(:disabled)'

/**
 * Puts the focus on the first field of a dialog that is wrong, else on its first one; on `otherwise` where it has none, or none yet.
 * What it gives back ends the wait for one.
 */
export function focusFirst(dialog: HTMLElement, otherwise: HTMLElement | null): () => void {
  const focus = () => {
    const first =
      dialog.querySelector<HTMLElement>(wrong) ??
      dialog.querySelector<HTMLElement>(`${fields}, .MuiDialogContent-root ${awaited}`) ??
      dialog.querySelector<HTMLElement>(buttons)
    if (first?.matches(awaited)) return false
    ;(first ? chosenOf(first) : otherwise)?.focus()
    return true
  }
  if (focus()) return () => {}
  otherwise?.focus()
  const observer = new MutationObserver(() => {
    // Whoever went elsewhere meanwhile stays there.
    if (document.activeElement !== otherwise || focus()) observer.disconnect()
  })
  observer.observe(dialog, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-busy'] })
  return () => observer.disconnect()
}

/** Of radio buttons the chosen one, which Tab would come to as well. */
function chosenOf(first: HTMLElement): HTMLElement {
  if (!(first instanceof HTMLInputElement) || first.type !== 'radio') return first
  return (
    first.closest('[role="dialog"]')?.querySelector<HTMLElement>(`input[type="radio"][name="${CSS.escape(first.name)}"]:checked`) ?? first
  )
}
