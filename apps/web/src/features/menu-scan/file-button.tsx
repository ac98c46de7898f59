import { menuScanLimits, menuScanTypes } from '@larder/contract'
import type { Icon } from '@tabler/icons-react'
import { useRef } from 'react'
import { useFormat } from '#kit/format.ts'
import { Button } from '#kit/layout/button.tsx'
import { useNotify } from '#kit/notify.ts'

interface FileButtonProps {
  label: string
  icon: Icon
  tone?: 'primary' | 'neutral'
  isBusy: boolean
  because?: string | null
  onChoose: (files: File[]) => void
}

/** Photos or PDFs of a menu, chosen from the device or taken there. */
export function FileButton({ label, icon, tone = 'neutral', isBusy, because = null, onChoose }: FileButtonProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const notify = useNotify()
  const { number } = useFormat()
  const take = (files: File[]) => {
    const odd = files.find(({ type }) => !menuScanTypes.some((known) => known === type))
    const large = files.find(({ size }) => size > menuScanLimits.bytes)
    if (odd) notify(`${odd.name} is no PDF and no PNG, JPEG or WebP picture.`, 'error')
    else if (large) notify(`${large.name} is larger than ${number(menuScanLimits.bytes / 1024 / 1024)} MB.`, 'error')
    else if (files.length > 0) onChoose(files)
  }
  return (
    <>
      <Button tone={tone} icon={icon} busy={isBusy} because={because} onClick={() => chooser.current?.click()}>
        {label}
      </Button>
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept={menuScanTypes.join()}
        aria-label={`${label}: files`}
        onChange={({ target }) => {
          take([...(target.files ?? [])])
          // The same file can be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}
