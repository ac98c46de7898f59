import { documentTypes } from '@larder/contract'
import { Text } from '../../layout/text.tsx'
import type { FieldInputProps } from '../field.ts'
import { UploadFrame } from './upload-frame.tsx'
import { documentUpload, useUpload } from './use-upload.ts'

/** A PDF or a picture of a paper: chosen or dropped, and sent at once. */
export function DocumentInput(props: FieldInputProps) {
  const upload = useUpload(documentUpload, props.value, props.onChange)
  const name = typeof props.value === 'string' && <Text size={13}>{upload.name ?? 'A file is kept'}</Text>
  const hint = 'Or drop one here: PDF, PNG, JPEG or WebP, up to 10 MB'
  return <UploadFrame field={props} upload={upload} types={documentTypes} hint={hint} behind={name} />
}
