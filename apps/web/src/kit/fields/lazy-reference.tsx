import { soon } from '../lazily.tsx'
import '../feedback/feedback.css'

const waiting = <span className="bone" style={{ width: '100%', height: 40 }} />

// The search box is a fifth of a list's code, and most lists are read without it.
export const LazyReference = soon(() => import('./reference-input.tsx').then((module) => module.ReferenceInput), waiting)
export const LazyReferences = soon(() => import('./references-input.tsx').then((module) => module.ReferencesInput), waiting)
