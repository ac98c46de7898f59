import { importLimits } from '@larder/contract'
import { type DragEvent, useRef, useState } from 'react'
import { useFormat } from '../../format.ts'
import { Button } from '../../layout/button.tsx'
import { Text } from '../../layout/text.tsx'
import './import.css'

interface FileChooserProps {
  /** Of the file that is chosen. */
  name: string | null
  onChoose: (file: File) => void
  isBusy: boolean
  /** What the file may be at most, where that is not what lists take. */
  most?: { bytes: number; rows: number }
}

/** A CSV or XLSX file, chosen from the device or dropped. */
export function FileChooser({ name, onChoose, isBusy, most = importLimits }: FileChooserProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { number } = useFormat()
  const take = (file: File | undefined) => {
    if (!file) return
    const isTooLarge = file.size > most.bytes
    setProblem(isTooLarge ? `${file.name} is larger than ${number(most.bytes / 1024 / 1024)} MB: part it into several.` : null)
    if (!isTooLarge) onChoose(file)
  }
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(over)
  }
  return (
    <fieldset
      className={isOver ? 'file-chooser over' : 'file-chooser'}
      aria-label="File"
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event)
        take(event.dataTransfer.files[0])
      }}
    >
      <Button disabled={isBusy} onClick={() => chooser.current?.click()}>
        {name ? 'Choose another file' : 'Choose a file'}
      </Button>
      <Text tone={name ? 'default' : 'muted'} size={13}>
        {name ?? `Or drop one here: CSV or XLSX, up to ${number(most.bytes / 1024 / 1024)} MB and ${number(most.rows)} rows`}
      </Text>
      <input
        ref={chooser}
        type="file"
        hidden
        accept=".csv,.xlsx"
        aria-label="File to import"
        onChange={({ target }) => {
          take(target.files?.[0])
          // The same file can be chosen again, mended.
          target.value = ''
        }}
      />
      {problem && (
        <Text as="p" size={13} tone="bad">
          {problem}
        </Text>
      )}
    </fieldset>
  )
}
