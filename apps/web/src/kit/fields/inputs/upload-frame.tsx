import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import LinearProgress from '@mui/material/LinearProgress'
import { type ClipboardEvent, type DragEvent, type ReactNode, type Ref, useRef, useState } from 'react'
import { Row } from '../../layout/flow.tsx'
import { Text } from '../../layout/text.tsx'
import type { FieldInputProps } from '../field.ts'
import type { useUpload } from './use-upload.ts'
import './picture.css'

interface Frame {
  field: FieldInputProps
  upload: ReturnType<typeof useUpload>
  /** Media types that the device offers. */
  types: readonly string[]
  /** What may be dropped, in words. */
  hint: string
  /** A copied picture may be pasted into it. */
  isPasted?: boolean
  /** What is there, before the buttons. */
  before?: ReactNode
  /** What is there, behind them. */
  behind?: ReactNode
}

/** What takes one file: chosen from the device or dropped, sent at once, replaced and removed. */
export function UploadFrame({ field, upload: { share, error, take, remove }, types, hint, isPasted = false, before, behind }: Frame) {
  const { id, label, value, onBlur, isInvalid, describedBy, disabled } = field
  const chooser = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)

  const takeFrom = (event: DragEvent | ClipboardEvent, { files }: DataTransfer) => {
    const [file] = files
    if (!file || disabled) return
    event.preventDefault()
    void take(file)
  }
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(over && !disabled)
  }
  const words = value ? 'Replace' : 'Choose'
  const state = [isOver && 'over', (isInvalid || error) && 'invalid'].filter(Boolean).join(' ')
  return (
    <fieldset
      className={`picture-field ${state}`}
      aria-label={label}
      // A click into the frame is enough to paste into it.
      tabIndex={isPasted ? -1 : undefined}
      onBlur={onBlur}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        takeFrom(event, event.dataTransfer)
      }}
      onPaste={isPasted ? (event) => takeFrom(event, event.clipboardData) : undefined}
    >
      {before}
      <div className="words">
        <Row>
          <Button
            id={id}
            ref={field.ref as Ref<HTMLButtonElement>}
            variant="outlined"
            color="inherit"
            size="small"
            disabled={disabled}
            aria-label={`${words} ${label.toLowerCase()}`}
            aria-describedby={describedBy}
            onClick={() => chooser.current?.click()}
          >
            {words}
          </Button>
          {Boolean(value) && !disabled && (
            <Button color="inherit" size="small" aria-label={`Remove ${label.toLowerCase()}`} onClick={remove}>
              Remove
            </Button>
          )}
          {behind}
        </Row>
        <input
          ref={chooser}
          type="file"
          hidden
          accept={types.join()}
          aria-label={`${label} file`}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) void take(file)
            // The same file can be chosen again.
            target.value = ''
          }}
        />
        {share === null ? (
          <Text size={12} tone="muted">
            {hint}
          </Text>
        ) : (
          <LinearProgress
            variant={share < 1 ? 'determinate' : 'indeterminate'}
            value={share * 100}
            aria-label={`Uploading ${label.toLowerCase()}`}
          />
        )}
        {error && (
          <FormHelperText error role="alert" sx={{ m: 0 }}>
            {error}
          </FormHelperText>
        )}
      </div>
    </fieldset>
  )
}
