import { lazily } from '../lazily.tsx'
import type { Field } from './field.ts'
import { customField, type FieldOptions } from './fields.tsx'
import '../feedback/feedback.css'

const PictureInput = lazily(
  () => import('./inputs/picture-input.tsx').then((module) => module.PictureInput),
  <span className="bone" style={{ width: '100%', height: 96 }} />,
)

/** A picture: chosen, dropped or pasted, and sent at once; the value is its id. */
export function pictureField<K extends string>(key: K, options: FieldOptions = {}): Field<{ [P in K]?: string | null }> {
  return customField<K, string>(key, { ...options, input: (props) => <PictureInput {...props} />, show: wordsOf, isBroad: true })
}

function wordsOf(value: unknown): string {
  // What is still being sent is no id yet.
  if (typeof value === 'object' && value !== null) return 'a new one'
  return typeof value === 'string' ? `picture ${value.slice(-4)}` : 'none'
}

const PicturesInput = lazily(
  () => import('./inputs/pictures-input.tsx').then((module) => module.PicturesInput),
  <span className="bone" style={{ width: '100%', height: 96 }} />,
)

/** Several pictures, in order; the first is the one that lists show. */
export function picturesField<K extends string>(
  key: K,
  { most, ...options }: FieldOptions & { most: number },
): Field<{ [P in K]?: string[] }> {
  return customField<K, string[]>(key, {
    ...options,
    input: (props) => <PicturesInput {...props} most={most} />,
    show: (value) => (Array.isArray(value) && value.length > 0 ? value.map(wordsOf).join(', ') : 'none'),
    isBroad: true,
  })
}
