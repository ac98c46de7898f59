import { rushModeContract, type Setting, type SettingKey, settingContract, temporaryStateContract } from '@larder/contract'
import { IconPlus } from '@tabler/icons-react'
import { Fragment, useEffect } from 'react'
import { useCan, useMay } from '#kit/access/access.tsx'
import { SkeletonCard } from '#kit/feedback/feedback.tsx'
import { useKey } from '#kit/keys.ts'
import { Button } from '#kit/layout/button.tsx'
import { Page } from '#kit/layout/page.tsx'
import { Tabs } from '#kit/layout/tabs.tsx'
import { lazily } from '#kit/lazily.tsx'
import { historyOf } from '#kit/resource/form/draft.ts'
import { ListScreen } from '#kit/resource/list/list-screen.tsx'
import { prepareRows } from '#kit/resource/rows/prepare-rows.ts'
import { useAddress } from '#kit/use-address.ts'
import type { HistoryOf, Prepare } from '#kit/visit.ts'
import { rushModes } from './rush-modes.resource.tsx'
import { temporaryStates } from './temporary-states.resource.tsx'

const SettingCards = lazily(() => import('./setting-cards.tsx').then((module) => module.SettingCards), <SkeletonCard lines={8} />)

/** What concerns all stores, by the cards of the page. */
const cards: Readonly<Record<string, (setting: Setting) => boolean>> = {
  'Defaults of new stores': ({ group }) => group === 'New stores',
  'All stores': ({ group }) => group === 'Stores',
  'Answering orders': ({ id }) =>
    (['order.warnMinutes', 'order.autoRejectMinutes', 'order.maxDelays'] satisfies SettingKey[]).some((key) => key === id),
}
const cardsOf = (all: readonly Setting[]) => new Map(Object.entries(cards).map(([title, isOf]) => [title, all.filter(isOf)]))

/** What holds now comes first: whoever has to act in a rush scrolls past no form. */
const tabs = {
  now: { label: 'Temporary states', permission: temporaryStateContract.list.shape.permission },
  rush: { label: 'Rush modes', permission: rushModeContract.list.shape.permission },
  settings: { label: 'Settings', permission: settingContract.list.shape.permission },
} as const
type Tab = keyof typeof tabs

/** What an address without a tab has that is of rush modes alone: a link to one, a view of them that was saved. */
const ofRushModes = ['record', 'edit', 'draft', 'state', 'vertical'] as const

function tabIn(params: URLSearchParams): Tab {
  const named = params.get('tab')
  if (named !== null && named in tabs) return named as Tab
  return ofRushModes.some((name) => params.has(name)) ? 'rush' : 'now'
}

export const prepare: Prepare = (visit) => {
  const tab = tabIn(visit.address.searchParams)
  if (tab === 'settings') visit.read(settingContract.list, {})
  else if (tab === 'now') prepareRows(temporaryStates)(visit)
  else prepareRows(rushModes)(visit)
}

export const history: HistoryOf = () => historyOf(rushModes)

/** What holds for a while and when it ends, rush modes of now and before, and the settings that concern stores. */
export default function StoreSettingsScreen() {
  const [params, setParams] = useAddress()
  const may = useMay()
  const open = (Object.keys(tabs) as Tab[]).filter((key) => may(tabs[key].permission))
  const shown = open.find((key) => key === tabIn(params)) ?? open[0]
  const show = (tab: Tab, edit?: 'new') =>
    setParams((next) => {
      for (const name of [...next.keys()]) next.delete(name)
      next.set('tab', tab)
      if (edit) next.set('edit', edit)
    })
  // It stays where a link led, once the rush that it opened is closed.
  const isLed = shown === 'rush' && !params.has('tab')
  useEffect(() => {
    if (isLed) setParams({ tab: 'rush' }, { replace: true })
  }, [isLed, setParams])
  const mayAdd = useCan(rushModeContract.create.shape.permission)
  // The list of rush modes has a button of its own.
  const add = mayAdd && shown !== 'rush' ? () => show('rush', 'new') : null
  useKey('add', add)
  return (
    <Page
      title="Store settings"
      actions={
        add && (
          <Button tone="primary" icon={IconPlus} keys="add" onClick={add}>
            Add rush mode
          </Button>
        )
      }
    >
      <Tabs
        label="Parts of the store settings"
        tabs={open.map((key) => ({ value: key, label: tabs[key].label }))}
        value={shown ?? false}
        onChange={(tab) => show(tab as Tab)}
      />
      <div className="below-tabs">
        <Fragment key={shown}>
          {shown === 'now' && <ListScreen isPart resource={temporaryStates} />}
          {shown === 'rush' && <ListScreen isPart resource={rushModes} />}
          {shown === 'settings' && <SettingCards cardsOf={cardsOf} />}
        </Fragment>
      </div>
    </Page>
  )
}
