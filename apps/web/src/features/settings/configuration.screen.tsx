import { type Setting, type SettingFacts, settingContract, settings } from '@larder/contract'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { useRead } from '#api/client.ts'
import { SearchInput } from '#kit/filters/search-input.tsx'
import { Page } from '#kit/layout/page.tsx'
import { Text } from '#kit/layout/text.tsx'
import type { HistoryOf, Prepare } from '#kit/visit.ts'
import { SettingCards } from './setting-cards.tsx'
import { settingField, settingWords } from './setting-field.ts'
import { SettingPlans } from './setting-plans.tsx'
import { nameOf } from './setting-row.tsx'

export const prepare: Prepare = ({ read }) => {
  read(settingContract.list, {})
  read(settingContract.plans, {})
}

export const history: HistoryOf = settingWords

const checked = Object.values<SettingFacts>(settings)
  .flatMap(({ isChecked, label }) => (isChecked ? [nameOf(label)] : []))
  .join(', ')

/** What holds for the whole installation, by group, and what is planned for it; a change holds at once or from its time on, and is kept in the setting's history. */
export default function ConfigurationScreen() {
  const plans = useRead(settingContract.plans, {}).data ?? []
  const [params, setParams] = useSearchParams()
  const q = params.get('q') ?? ''
  const search = useCallback((text: string) => setParams(text ? { q: text } : {}, { replace: true }), [setParams])
  const fitting = (all: readonly Setting[]) => all.filter((setting) => fits(setting, q))
  return (
    <Page
      title="Configuration"
      subtitle={`Applies to everyone, at once or from a time on. Another person approves: ${checked}.`}
      width={820}
    >
      <SettingCards
        cardsOf={(all) => Map.groupBy(fitting(all), ({ group }) => group)}
        above={(all, requests) => (
          <>
            <SearchInput text={q} placeholder="Setting" onSearch={search} />
            <SettingPlans settings={fitting(all)} plans={plans} requests={requests} />
            {fitting(all).length === 0 && <Text tone="muted">No setting has these words.</Text>}
          </>
        )}
      />
    </Page>
  )
}

/** Whether a setting has all the words, in its name, its group or what it is now. */
function fits(setting: Setting, q: string): boolean {
  const text = `${setting.label} ${setting.group} ${settingField(setting).show(setting.value)}`.toLowerCase()
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
