import type { MouseEvent, ReactNode } from 'react'
import { useNotify } from '../notify.ts'
import './cells.css'

interface CopyTextProps {
  text: string
  shown?: ReactNode
  /** What is told of it, where the text itself should not stand in a message. */
  said?: string
}

/** Copies a text and says so. */
export function useCopy(): (text: string, said: string) => Promise<void> {
  const notify = useNotify()
  return async (text, said) => {
    try {
      await navigator.clipboard.writeText(text)
      notify(said, 'info', 2000)
    } catch {
      notify('The browser did not allow copying', 'warning')
    }
  }
}

/** An id or a code: monospaced, copied on click. */
export function CopyText({ text, shown, said = `Copied ${text}` }: CopyTextProps) {
  const copyIt = useCopy()
  const copy = (event: MouseEvent) => {
    event.stopPropagation()
    void copyIt(text, said)
  }
  return (
    <button type="button" className="copy" title="Copy" aria-label={`Copy ${text}`} onClick={copy}>
      {shown ?? text}
    </button>
  )
}
