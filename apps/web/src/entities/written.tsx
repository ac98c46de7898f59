import './written.css'

/** What somebody wrote, with its own lines. */
export function Written({ text }: { text: string }) {
  return <p className="written">{text}</p>
}
