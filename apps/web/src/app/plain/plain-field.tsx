import { type ReactNode, useId } from 'react'

interface PlainFieldProps {
  label: string
  error: string | undefined
  hint?: string | undefined
  children: (attributes: { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }) => ReactNode
}

/** A native input with its label, and what is wrong with it below. */
export function PlainField({ label, error, hint, children }: PlainFieldProps) {
  const id = useId()
  const notes = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="plain-field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': error !== undefined, 'aria-describedby': notes || undefined })}
      {error && (
        <span className="plain-error" id={`${id}-error`} role="alert">
          {error}
        </span>
      )}
      {hint && (
        <span className="plain-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  )
}
