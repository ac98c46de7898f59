import { pictureTypes } from '@larder/contract'
import { usePicture } from '#api/pictures.ts'
import { Picture } from '../../cells/picture.tsx'
import type { FieldInputProps } from '../field.ts'
import { UploadFrame } from './upload-frame.tsx'
import { pictureUpload, useUpload } from './use-upload.ts'

/** One picture, with what is kept shown: chosen from the device, dropped or pasted. */
export function PictureInput(props: FieldInputProps) {
  const upload = useUpload(pictureUpload, props.value, props.onChange)
  const kept = usePicture(typeof props.value === 'string' && !upload.preview ? props.value : null, 'full')
  const picture = <Picture src={upload.preview ?? kept} size={96} />
  const hint = 'Or drop or paste one here: PNG, JPEG or WebP, up to 10 MB'
  return <UploadFrame field={props} upload={upload} types={pictureTypes} hint={hint} isPasted before={picture} />
}
