import { useEffect, useRef } from 'react'
import './wizard.css'

interface WizardProgressProps {
  steps: readonly string[]
  at: number
  /** Back to a step that was done. */
  onGo: (step: number) => void
}

/** Where one is among the steps; those that are done lead back. A step that begins has the focus, so that it is read out. */
export function WizardProgress({ steps, at, onGo }: WizardProgressProps) {
  const current = useRef<HTMLLIElement>(null)
  const shown = useRef(at)
  useEffect(() => {
    if (shown.current !== at) current.current?.focus()
    shown.current = at
  }, [at])
  return (
    <ol className="wizard-steps" aria-label={`Step ${at + 1} of ${steps.length}`}>
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
  )
}
