import { pictureTypes } from '@larder/contract'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import LinearProgress from '@mui/material/LinearProgress'
import { type ClipboardEvent, type DragEvent, type Ref, useRef, useState } from 'react'
import { usePicture } from '#api/pictures.ts'
import { Picture } from '../../cells/picture.tsx'
import { Row } from '../../layout/flow.tsx'
import { Text } from '../../layout/text.tsx'
import type { FieldInputProps } from '../field.ts'
import { pictureUpload, useUpload } from './use-upload.ts'
import './picture.css'

/** One picture, with what is kept shown: chosen from the device, dropped or pasted. */
export function PictureInput(props: FieldInputProps) {
  const { id, label, value, onChange, onBlur, isInvalid, describedBy, disabled } = props
  const { preview, share, error, take, remove } = useUpload(pictureUpload, value, onChange)
  const kept = usePicture(typeof value === 'string' && !preview ? value : null, 'full')
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
      tabIndex={-1}
      onBlur={onBlur}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        setOver(false)
        takeFrom(event, event.dataTransfer)
      }}
      onPaste={(event) => takeFrom(event, event.clipboardData)}
    >
      <Picture src={preview ?? kept} size={96} />
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
        </Row>
        <input
          ref={chooser}
          type="file"
          hidden
          accept={pictureTypes.join()}
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
            Or drop or paste one here: PNG, JPEG or WebP, up to 10 MB
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
