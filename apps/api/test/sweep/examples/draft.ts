import { newId } from '@larder/contract'
import type { Examples } from '../world.ts'

/** Good calls of what somebody has begun to type, and of views that they saved. */
export const examples: Examples = ({ at, created }) => {
  const begun = () => ({ resource: 'area', name: `Area ${newId()}`, step: 1, typed: '{"name":"Vypin"}' })
  const viewDraft = () => ({ resource: 'order', name: 'Mine', query: { status: 'late' }, isShared: false })
  return {
    'draft.create': async () => ({ body: begun() }),
    'draft.update': async () => at(await created('/drafts', begun()), { step: 2 }),
    'draft.remove': async () => at(await created('/drafts', begun()), {}),

    'saved-view.create': async () => ({ body: viewDraft() }),
    'saved-view.update': async () => at(await created('/saved-views', viewDraft()), { name: 'Ours' }),
    'saved-view.remove': async () => at(await created('/saved-views', viewDraft()), {}),
  }
}
