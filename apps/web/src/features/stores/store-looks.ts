import { openModeLabels, storeStatusLabels } from '@larder/contract'
import { looksOf } from '#kit/cells/look.ts'

export const storeStatusLooks = looksOf(storeStatusLabels, { review: 'info', approved: 'info', live: 'good', suspended: 'bad' })
export const openModeLooks = looksOf(openModeLabels, { open: 'good', busy: 'warning', paused: 'bad' })
