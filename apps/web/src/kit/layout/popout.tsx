import { soon } from '../lazily.tsx'

/** A small window that hangs from the button that opened it: focus stays inside, Escape and a press beside it close it. */
export const Popout = soon(() => import('./floating-popout.tsx').then((module) => module.FloatingPopout))
