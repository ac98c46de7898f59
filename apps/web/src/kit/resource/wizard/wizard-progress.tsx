import { useEffect, useRef } from 'react'
import { focusFirst } from '../../layout/focus-first.ts'
import './wizard.css'

interface WizardProgressProps {
  steps: readonly string[]
  at: number
  /** Back to a step that was done. */
  onGo: (step: number) => void
}

/** Where one is among the steps; those that are done lead back. A step that begins has the focus in its first field, and is read out. */
export function WizardProgress({ steps, at, onGo }: WizardProgressProps) {
  const current = useRef<HTMLLIElement>(null)
  const shown = useRef(at)
  useEffect(() => {
    if (shown.current === at) return
    shown.current = at
    const dialog = current.current?.closest<HTMLElement>('[role="dialog"]')
    return dialog ? focusFirst(dialog, current.current) : undefined
  }, [at])
  const place = `Step ${at + 1} of ${steps.length}`
  return (
    <>
      <ol className="wizard-steps" aria-label={place}>
        {steps.map((title, step) => (
          <li
            key={title}
            ref={step === at ? current : null}
            tabIndex={-1}
            className={step < at ? 'done' : undefined}
            aria-current={step === at ? 'step' : undefined}
          >
            {step < at ? (
              <button type="button" onClick={() => onGo(step)}>
                {title}
              </button>
            ) : (
              title
            )}
          </li>
        ))}
      </ol>
      <span className="unseen" role="status">
        {place}: {steps[at]}
      </span>
    </>
  )
}
