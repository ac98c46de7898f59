import FormHelperText from '@mui/material/FormHelperText'
import InputLabel from '@mui/material/InputLabel'
import type { ReactNode } from 'react'
import { Stack } from '../../layout/flow.tsx'
import './field-frame.css'

interface FieldFrameProps {
  /** Of the input; without one there is a value to be read. */
  id?: string
  label: string | null
  help: string | undefined
  error: string | undefined
  children: ReactNode
}

/** Label above, help and error below: what every field looks like. */
export function FieldFrame({ id, label, help, error, children }: FieldFrameProps) {
  return (
    <Stack gap={1} data-field>
      {label && (
        <InputLabel
          {...(id ? { htmlFor: id } : { component: 'div' })}
          error={Boolean(error)}
          sx={{ position: 'static', transform: 'none', fontSize: 13, fontWeight: 500 }}
        >
          {label}
        </InputLabel>
      )}
      {children}
      <div className="field-notes">
        {error && (
          <FormHelperText id={`${id}-error`} error role="alert" data-wrong sx={{ m: 0 }}>
            {error}
          </FormHelperText>
        )}
        {help && (
          <FormHelperText id={`${id}-help`} sx={{ m: 0 }}>
            {help}
          </FormHelperText>
        )}
      </div>
    </Stack>
  )
}

/** The ids for `aria-describedby`. */
export function describedBy(id: string, help: string | undefined, error: string | undefined): string | undefined {
  return [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ') || undefined
}
