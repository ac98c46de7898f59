import { documentTypes } from '@larder/contract'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import LinearProgress from '@mui/material/LinearProgress'
import { type DragEvent, type Ref, useRef, useState } from 'react'
import { Row } from '../../layout/flow.tsx'
import { Text } from '../../layout/text.tsx'
import type { FieldInputProps } from '../field.ts'
import { documentUpload, useUpload } from './use-upload.ts'
import './picture.css'

/** A PDF or a picture of a paper: chosen or dropped, and sent at once. */
export function DocumentInput(props: FieldInputProps) {
  const { id, label, value, onChange, onBlur, isInvalid, describedBy, disabled } = props
  const { name, share, error, take, remove } = useUpload(documentUpload, value, onChange)
  const chooser = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
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
      onBlur={onBlur}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const [file] = event.dataTransfer.files
        if (file && !disabled) void take(file)
      }}
    >
      <div className="words">
        <Row>
          <Button
            id={id}
            ref={props.ref as Ref<HTMLButtonElement>}
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
          {typeof value === 'string' && <Text size={13}>{name ?? 'A file is kept'}</Text>}
        </Row>
        <input
          ref={chooser}
          type="file"
          hidden
          accept={documentTypes.join()}
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
            Or drop one here: PDF, PNG, JPEG or WebP, up to 10 MB
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
