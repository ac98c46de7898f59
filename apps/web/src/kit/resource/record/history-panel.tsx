import { soon } from '../../lazily.tsx'

/** Who changed a record. It opens at a press, so that no record waits for it. */
export const HistoryPanel = soon(() => import('./history-entries.tsx').then((module) => module.HistoryEntries))
