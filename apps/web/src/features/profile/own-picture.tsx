import { sessionContract } from '@larder/contract'
import { useId, useState } from 'react'
import { useDispatch } from 'react-redux'
import { useWrite } from '#api/client.ts'
import { useMe } from '#kit/access/access.tsx'
import { pictureField } from '#kit/fields/picture-field.tsx'
import { useNotify } from '#kit/notify.ts'
import { Style } from '#kit/theme/style.tsx'
import { pictureChanged } from '#state/logged.ts'

const field = pictureField('imageId', { label: 'Your picture' })

/** One's own picture, kept as soon as it is chosen. */
export function OwnPicture() {
  const { imageId } = useMe()
  const dispatch = useDispatch()
  const notify = useNotify()
  const [change] = useWrite(sessionContract.changePicture)
  // What is still being sent is no id yet.
  const [sending, setSending] = useState<unknown>(null)
  const id = useId()

  const take = async (value: unknown) => {
    const isSent = value === null || typeof value === 'string'
    setSending(value)
    if (!isSent) return
    const { data, error } = value === imageId ? { data: { imageId } } : await change({ body: { imageId: value } })
    setSending(null)
    if (error) return notify(error.message, 'error')
    dispatch(pictureChanged(data.imageId))
  }
  return (
    <Style>
      {field.input({
        id,
        name: field.key,
        label: field.label,
        value: sending ?? imageId,
        onChange: (value) => void take(value),
        onBlur: () => {},
        ref: null,
        isInvalid: false,
        describedBy: undefined,
        disabled: false,
      })}
    </Style>
  )
}
