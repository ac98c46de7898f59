import { type ChecklistKey, checklistLabels, type Store } from '@larder/contract'
import { IconCheck, IconCircle } from '@tabler/icons-react'
import { LinkOrText } from '#kit/access/places.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'

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
        <Row key={key} gap={2} role="listitem" style={{ alignItems: 'flex-start', flexWrap: 'nowrap' }}>
          <Text tone={missing === null ? 'good' : 'muted'}>
            {missing === null ? <IconCheck size={18} aria-hidden /> : <IconCircle size={18} aria-hidden />}
          </Text>
          <div>
            <Text as="div">
              {missing === null ? checklistLabels[key] : <LinkOrText to={mendedAt[key]}>{checklistLabels[key]}</LinkOrText>}
            </Text>
            <Text as="div" size={13} tone="muted">
              {missing === null ? 'Done' : `${missing} ${whoMends(by)}`}
            </Text>
          </div>
        </Row>
      ))}
    </Stack>
  )
}

function whoMends(roles: readonly string[]): string {
  if (roles.length === 0) return 'An administrator mends it.'
  const named = roles.slice(0, mostNames).join(', ')
  return `For: ${named}${roles.length > mostNames ? ' and others' : ''}.`
}
