import type { OpenMode, StoreStatus } from '@larder/contract'
import type { Look } from '#kit/cells/look.ts'

export const storeStatusLooks: Record<StoreStatus, Look> = {
  lead: { label: 'Lead', tone: 'neutral' },
  draft: { label: 'Draft', tone: 'neutral' },
  review: { label: 'In review', tone: 'info' },
  approved: { label: 'Approved', tone: 'info' },
  live: { label: 'Live', tone: 'good' },
  suspended: { label: 'Suspended', tone: 'bad' },
  terminated: { label: 'Terminated', tone: 'neutral' },
}

export const openModeLooks: Record<OpenMode, Look> = {
  open: { label: 'Open', tone: 'good' },
  busy: { label: 'Busy', tone: 'warning' },
  paused: { label: 'Paused', tone: 'bad' },
  closed: { label: 'Closed', tone: 'neutral' },
}

/** Options of a select, from looks. */
export function optionsOf<K extends string>(looks: Record<K, Look>): { value: K; label: string }[] {
  return (Object.entries(looks) as [K, Look][]).map(([value, { label }]) => ({ value, label }))
}
