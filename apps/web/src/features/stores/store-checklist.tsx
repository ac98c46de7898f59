import { type ChecklistKey, checklistLabels, keysOf, missingOfStore, type Store } from '@larder/contract'
import { IconCheck, IconCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useZone } from '#kit/access/access.tsx'
import { LinkOrText } from '#kit/access/places.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import type { DraftOf } from '#kit/resource/define.ts'
import { useToday } from '#kit/use-now.ts'
import type { newStoreContract } from './store-contracts.ts'

/** Where each is mended, from the store's page. */
const mendedAt: Readonly<Record<ChecklistKey, string | null>> = {
  contact: '?edit=1&field=legalName',
  hours: '?edit=1&field=openingHours',
  tax: '?edit=1&field=taxId',
  commission: '?edit=1&field=commissionPpm',
  licence: '?tab=documents',
  bank: '?tab=bank-accounts',
  submission: null,
  approval: null,
  menu: '?tab=menu',
}

const mostNames = 3

/** What a store needs before it sells: what is there, what is missing, and who mends it. */
export function StoreChecklist({ store: { checklist } }: { store: Store }) {
  return (
    <Stack gap={3} role="list">
      {checklist.map(({ key, missing, by }) => (
        <Line key={key} isDone={missing === null} told={missing === null ? 'Done' : `${missing} ${whoMends(by)}`}>
          {missing === null ? checklistLabels[key] : <LinkOrText to={mendedAt[key]}>{checklistLabels[key]}</LinkOrText>}
        </Line>
      ))}
    </Stack>
  )
}

/** The same of a store that is about to be added: what is missing before it can be put forward. */
export function ChecklistOfNew({ draft }: { draft: Partial<DraftOf<typeof newStoreContract>> }) {
  const today = useToday(useZone())
  const { bankHolder, bankNumber, bankCode } = draft
  const missing = missingOfStore(
    {
      legalName: draft.legalName || draft.displayName || '',
      phone: draft.phone ?? '',
      email: draft.email || null,
      opensAtAll: (draft.openingHours ?? []).length > 0,
      taxId: draft.taxId || null,
      commissionPpm: draft.commissionPpm ?? 0,
      licence: {
        number: draft.licenceNumber || null,
        expiresOn: draft.licenceExpiresOn ?? null,
        hasFile: Boolean(draft.licenceFileId),
      },
      hasBankAccount: false,
      bankAccountWaits: Boolean(bankHolder && bankNumber && bankCode),
    },
    today,
  )
  return (
    <Stack gap={3} role="list">
      {keysOf(missing).map((key) => (
        <Line key={key} isDone={missing[key] === null} told={missing[key] ?? 'Done'}>
          {checklistLabels[key]}
        </Line>
      ))}
    </Stack>
  )
}

function Line({ isDone, told, children }: { isDone: boolean; told: string; children: ReactNode }) {
  return (
    <Row gap={2} role="listitem" style={{ alignItems: 'flex-start', flexWrap: 'nowrap' }}>
      <Text tone={isDone ? 'good' : 'muted'}>{isDone ? <IconCheck size={18} aria-hidden /> : <IconCircle size={18} aria-hidden />}</Text>
      <div>
        <Text as="div">{children}</Text>
        <Text as="div" size={13} tone="muted">
          {told}
        </Text>
      </div>
    </Row>
  )
}

function whoMends(roles: readonly string[]): string {
  if (roles.length === 0) return 'An administrator mends it.'
  const named = roles.slice(0, mostNames).join(', ')
  return `For: ${named}${roles.length > mostNames ? ' and others' : ''}.`
}
