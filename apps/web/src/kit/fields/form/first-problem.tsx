import type { ReactNode } from 'react'

const focusable = 'input:not([type="hidden"]):not(:disabled), select:not(:disabled), textarea:not(:disabled), button:not(:disabled)'
/** An input that is wrong, or the words below one that does not say it itself. */
const wrong = '[aria-invalid="true"], [data-wrong]'

/** The form or dialog that somebody sends: that with the focus, else the last one on the page. */
export function sentFrom(): Element | null {
  const { activeElement: at } = document
  const owner = at instanceof HTMLButtonElement ? at.form : null
  return owner ?? at?.closest('form, [role="dialog"]') ?? [...document.querySelectorAll('form, [role="dialog"]')].at(-1) ?? null
}

/** Brings what keeps a form from being sent before the eyes, with the focus on it: its first field with an error, else why it was refused. */
export function focusFirstProblem(form: Element): void {
  const first = form.querySelector(wrong)
  const within = first?.hasAttribute('data-wrong') ? first.closest('[data-field]') : first
  const target = within?.matches(focusable) ? within : (within?.querySelector(focusable) ?? form.querySelector('[data-refusal]'))
  if (!(target instanceof HTMLElement)) return
  target.focus({ preventScroll: true })
  target.scrollIntoView({ block: 'center' })
}

/** Why a form was refused where no field is to blame: a conflict, a limit. It gets the focus then. */
export function Refusal({ children }: { children: ReactNode }) {
  return (
    <div data-refusal tabIndex={-1}>
      {children}
    </div>
  )
}
