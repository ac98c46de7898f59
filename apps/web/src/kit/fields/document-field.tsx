import { lazily } from '../lazily.tsx'
import type { Field } from './field.ts'
import { customField, type FieldOptions } from './fields.tsx'
import '../feedback/feedback.css'

const DocumentInput = lazily(
  () => import('./inputs/document-input.tsx').then((module) => module.DocumentInput),
  <span className="bone" style={{ width: '100%', height: 64 }} />,
)

/** A PDF or a picture of a paper, sent at once; the value is its id. */
export function documentField<K extends string>(key: K, options: FieldOptions = {}): Field<{ [P in K]?: string | null }> {
  return customField<K, string>(key, { ...options, input: (props) => <DocumentInput {...props} />, show: wordsOf, isBroad: true })
}

function wordsOf(value: unknown): string {
  // What is still being sent is no id yet.
  if (typeof value === 'object' && value !== null) return 'a new one'
  return typeof value === 'string' ? 'a file' : 'none'
}
