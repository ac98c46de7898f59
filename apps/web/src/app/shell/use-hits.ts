import {
  customerContract,
  fewestSearched,
  formatPhone,
  orderContract,
  type SearchHit,
  type SettingKey,
  searchContract,
  settings,
} from '@larder/contract'
import { useDeferredValue } from 'react'
import { useRead } from '#api/client.ts'
import { useMay } from '#kit/access/access.tsx'
import { usePartOfPhone } from '#kit/access/part-of-phone.ts'
import { type Places, usePlaces } from '#kit/access/places.tsx'
import { keys } from '#kit/keys.ts'
import { wordsOf } from '#kit/words.ts'
import { menuGroups } from '../pages.ts'
import { pages } from '../routes.ts'
import { pageWords, settingWords } from './other-words.ts'
import { type Hit, useCommands } from './use-commands.ts'

const each = 5
const atFirst = 8

/**
 * What fits: what can be done, pages and settings by their words at once, records of every kind as the server finds them. While it is
 * searched, the records that stand there are those of what was typed before.
 */
export function useHits(typed: string): { hits: Hit[]; isSearching: boolean; because: string | null } {
  const q = typed.trim()
  const asked = useDeferredValue(q)
  const may = useMay()
  const places = usePlaces()
  const found = useRead(searchContract.find, asked.length >= fewestSearched ? { query: { q: asked } } : null)
  const commands = useCommands()
  const ofPhones = byPhone.filter(({ endpoint }) => may(endpoint.shape.permission))
  const because = usePartOfPhone(
    ofPhones.map(({ endpoint }) => endpoint),
    ofPhones.map(({ many }) => many).join(' and '),
    q,
  )
  const hits = [
    ...commands.ofRecord.filter(({ label }) => fits(q, label)),
    ...pageHits(q, may),
    // Nobody opens it to read them: they are there for whoever types what they mean.
    ...(q === '' ? [] : commands.ofProduct.filter(({ label, hint }) => fits(q, `${label} ${hint}`))),
    ...(found.data ?? []).flatMap((hit) => recordHit(hit, places)),
    ...(q === '' ? [] : settingHits(q, places)),
  ]
  return { hits, isSearching: found.isFetching || asked !== q, because }
}

/** Records with a number that may be masked. */
const byPhone = [
  { endpoint: customerContract.get, many: 'customers' },
  { endpoint: orderContract.get, many: 'orders' },
]

/** A record that has a screen for this person; a number among what is said of it is written as everywhere. */
function recordHit({ entity, id, label, hint }: SearchHit, places: Places): Hit[] {
  const to = places.recordPath(entity, id) ?? places.listPath(entity, { q: label })
  return to
    ? [
        {
          key: `${entity} ${id}`,
          label: formatPhone(label),
          hint: hint === label ? '' : hint.split(', ').map(formatPhone).join(', '),
          kind: kindOf(entity),
          go: to,
          isRecord: true,
        },
      ]
    : []
}

/** What a record's page is called, else what its kind is. */
function kindOf(entity: string): string {
  return pages.find(({ record, path }) => record === entity && path.includes(':'))?.title ?? wordsOf(entity)
}

/** By its label, its group, the words of its key and others for it: "auto-reject" is what people call it. */
function settingHits(q: string, places: Places): Hit[] {
  return Object.entries(settings)
    .filter(([key, { label, group }]) => fits(q, `${label} ${group} ${wordsOf(key)} ${settingWords[key as SettingKey]?.join(' ') ?? ''}`))
    .slice(0, each)
    .flatMap(([key, { label, group }]) => {
      const to = places.listPath('setting', { q: label })
      return to ? [{ key: `setting ${key}`, label, hint: group, kind: 'Setting', go: to }] : []
    })
}

function pageHits(q: string, may: (permission: string) => boolean): Hit[] {
  return pages
    .filter(({ path, permission }) => !path.includes(':') && may(permission))
    .map(({ path, title, group, go }) => ({
      key: path,
      label: title,
      hint: menuGroups.find(({ id }) => id === group)?.label ?? '',
      kind: 'Page',
      go: path,
      ...(go && { keys: `${keys.go.shown} ${go.toUpperCase()}` }),
    }))
    .filter(({ key, label, hint }) => fits(q, `${label} ${hint} ${pageWords[key]?.join(' ') ?? ''}`))
    .toSorted((a, b) => rankOf(q, b) - rankOf(q, a))
    .slice(0, q === '' ? atFirst : each)
}

/** A page whose name begins so is what is meant, before one that has it somewhere, and that before one that is called so elsewhere. */
function rankOf(q: string, { label, hint }: Pick<Hit, 'label' | 'hint'>): number {
  return label.toLowerCase().startsWith(q.toLowerCase()) ? 2 : Number(fits(q, `${label} ${hint}`))
}

function fits(q: string, words: string): boolean {
  const text = words.toLowerCase()
  return q
    .toLowerCase()
    .split(/[\s-]+/)
    .every((word) => text.includes(word))
}
