import Skeleton from '@mui/material/Skeleton'
import { lazily } from '../lazily.tsx'

const waiting = <Skeleton variant="rounded" height={40} />

// The search box is a fifth of a list's code, and most lists are read without it.
export const LazyReference = lazily(() => import('./reference-input.tsx').then((module) => module.ReferenceInput), waiting)
export const LazyReferences = lazily(() => import('./references-input.tsx').then((module) => module.ReferencesInput), waiting)
