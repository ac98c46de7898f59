import { type Setting, type SettingKey, settingContract } from '@larder/contract'
import { useCan } from '#kit/access/access.tsx'
import { historyOf } from '#kit/resource/form/draft.ts'
import { ListScreen } from '#kit/resource/list/list-screen.tsx'
import { prepareRows } from '#kit/resource/rows/prepare-rows.ts'
import type { HistoryOf, Prepare } from '#kit/visit.ts'
import { rushModes } from './rush-modes.resource.tsx'
import { SettingCards } from './setting-cards.tsx'

/** What concerns all stores, by the cards of the page. */
const cards: Readonly<Record<string, (setting: Setting) => boolean>> = {
  'Defaults of new stores': ({ group }) => group === 'New stores',
  'All stores': ({ group }) => group === 'Stores',
  'Answering orders': ({ id }) =>
    (['order.warnMinutes', 'order.autoRejectMinutes', 'order.maxDelays'] satisfies SettingKey[]).some((key) => key === id),
}

export const prepare: Prepare = (visit) => {
  visit.read(settingContract.list, {})
  prepareRows(rushModes)(visit)
}

export const history: HistoryOf = () => historyOf(rushModes)

/** Rush modes of now and before, and the settings that concern stores. */
export default function StoreSettingsScreen() {
  const maySee = useCan(settingContract.list.shape.permission)
  return (
    <ListScreen resource={rushModes} title="Store settings">
      {maySee && <SettingCards cardsOf={(all) => new Map(Object.entries(cards).map(([title, isOf]) => [title, all.filter(isOf)]))} />}
    </ListScreen>
  )
}
