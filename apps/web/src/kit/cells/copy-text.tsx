import type { MouseEvent, ReactNode } from 'react'
import { useNotify } from '../notify.ts'
import './cells.css'

interface CopyTextProps {
  text: string
  shown?: ReactNode
  /** What is told of it, where the text itself should not stand in a message. */
  said?: string
}

/** An id or a code: monospaced, copied on click. */
export function CopyText({ text, shown, said = `Copied ${text}` }: CopyTextProps) {
  const notify = useNotify()
  const copy = async (event: MouseEvent) => {
    event.stopPropagation()
    try {
      await navigator.clipboard.writeText(text)
      notify(said, 'info', 2000)
    } catch {
      notify('The browser did not allow copying', 'warning')
    }
  }
  return (
    <button type="button" className="copy" title="Copy" aria-label={`Copy ${text}`} onClick={copy}>
      {shown ?? text}
    </button>
  )
}
