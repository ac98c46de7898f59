import { createContext } from 'react'
import type { AnyResource } from './define.ts'

/** Resources that are shown outside of their own feature, by entity, fetched when they are. */
export type KnownResources = Readonly<Record<string, () => Promise<AnyResource>>>

export const KnownResourcesContext = createContext<KnownResources>({})
