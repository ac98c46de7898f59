import { compareGrants, type Granted, type PermissionFacts, permissionContract } from '@larder/contract'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useRead } from '#api/client.ts'
import { useMe } from '#kit/access/access.tsx'
import { type Places, usePlaces } from '#kit/access/places.tsx'
import { Loading } from '#kit/feedback/feedback.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { wordsOf } from '#kit/words.ts'
import { grantWords, limitWords, permissionWords } from './grant-words.ts'
import './grants.css'

interface Sides {
  before: readonly Granted[]
  after: readonly Granted[]
}

/** What a change of a role gains and loses for whoever has it: permissions, and with them screens, calls and what is told at once. */
export function GrantDiff({ before, after }: Sides) {
  const { currency } = useMe()
  const places = usePlaces()
  const read = useRead(permissionContract.list, {})
  const { gained, lost, raised, lowered } = compareGrants(before, after)
  const moved = [...raised, ...lowered].map(
    ({ from, to }) =>
      `${permissionWords(to.permission)}: ${from.limitMinor === null ? 'no limit' : limitWords(from.limitMinor, currency).trim()} → ${to.limitMinor === null ? 'no limit' : limitWords(to.limitMinor, currency).trim()}`,
  )
  return (
    <Stack gap={4}>
      <Changes
        title="Permissions"
        gained={gained.map((grant) => grantWords(grant, currency))}
        lost={lost.map((grant) => grantWords(grant, currency))}
      />
      {moved.length > 0 && <Lines title="Limits" lines={moved} />}
      <Loading read={read}>
        {(catalogue) => (
          <>
            {kinds.map(({ title, of }) => {
              const [was, is] = [before, after].map((grants) => openedBy(grants, catalogue, (facts) => of(facts, places))) as [
                string[],
                string[],
              ]
              return (
                <Changes
                  key={title}
                  title={title}
                  gained={is.filter((each) => !was.includes(each))}
                  lost={was.filter((each) => !is.includes(each))}
                />
              )
            })}
          </>
        )}
      </Loading>
    </Stack>
  )
}

interface Kind {
  title: string
  of: (facts: PermissionFacts, places: Places) => readonly string[]
}

/** What a permission opens, as people read it. */
export const kinds: readonly Kind[] = [
  { title: 'Screens', of: ({ permission }, places) => places.screensOf(permission) },
  { title: 'Calls', of: ({ calls }) => calls.map(({ method, path, summary }) => `${method} ${path}: ${summary}`) },
  { title: 'Approvals', of: ({ approves }) => approves.map(({ summary }) => summary) },
  { title: 'Masked fields in clear', of: ({ reveals }) => reveals.map((field) => wordsOf(field.replace('.', ' '))) },
  {
    title: 'Told at once',
    of: ({ events }) =>
      events.map(({ event, entity }) => (entity ? `Changes of ${wordsOf(entity).toLowerCase()} records` : (eventWords[event] ?? event))),
  },
]

const eventWords: Readonly<Record<string, string>> = { orderNot_1: 'New orders, with a sound', riderMoved: 'Where riders are' }

function openedBy(
  grants: readonly Granted[],
  catalogue: readonly PermissionFacts[],
  of: (facts: PermissionFacts) => readonly string[],
): string[] {
  const held = new Set(grants.map(({ permission }) => permission))
  return [...new Set(catalogue.filter(({ permission }) => held.has(permission)).flatMap(of))]
}

function Changes({ title, gained, lost }: { title: string; gained: readonly string[]; lost: readonly string[] }) {
  if (gained.length + lost.length === 0) return null
  return (
    <div>
      <Text as="h3" size={13} weight={600}>
        {title}: {[gained.length > 0 && `${gained.length} gained`, lost.length > 0 && `${lost.length} lost`].filter(Boolean).join(', ')}
      </Text>
      <ul className="grant-changes">
        {gained.map((words) => (
          <li key={words}>
            <IconPlus size={14} color="var(--good)" role="img" aria-label="gained" />
            <Text size={13}>{words}</Text>
          </li>
        ))}
        {lost.map((words) => (
          <li key={words}>
            <IconMinus size={14} color="var(--bad)" role="img" aria-label="lost" />
            <Text size={13}>{words}</Text>
          </li>
        ))}
      </ul>
    </div>
  )
}

export function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <div>
      <Text as="h3" size={13} weight={600}>
        {title}
      </Text>
      <ul className="grant-changes">
        {lines.map((line) => (
          <li key={line}>
            <Text size={13}>{line}</Text>
          </li>
        ))}
      </ul>
    </div>
  )
}
