import { type MouseEvent, type ReactNode, use } from 'react'
import { InLink } from '../access/places.tsx'
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

/** An id or a code: monospaced, copied on click; within a link it is that link's words. */
export function CopyText({ text, shown, said = `Copied ${text}` }: CopyTextProps) {
  const copyIt = useCopy()
  const isLinked = use(InLink)
  const copy = (event: MouseEvent) => {
    event.stopPropagation()
    void copyIt(text, said)
  }
  if (isLinked) return <span className="copy">{shown ?? text}</span>
  return (
    <button type="button" className="copy" title="Copy" aria-label={`Copy ${text}`} onClick={copy}>
      {shown ?? text}
    </button>
  )
}
