import { type DraftRow, draftContract } from '@larder/contract'
import { useSettled } from '#api/settled.ts'
import { action } from '../../actions/action.ts'
import { ActionButton } from '../../actions/action-bar.tsx'
import { When } from '../../cells/when.tsx'
import { Button } from '../../layout/button.tsx'
import { Row } from '../../layout/flow.tsx'
import { Text } from '../../layout/text.tsx'
import '../list/list.css'
import { useKeptDrafts } from './use-kept-drafts.ts'

interface KeptDraftsProps {
  entity: string
  /** How many steps there are, the last look at it included. */
  steps: number
  onOpen: (id: string) => void
}

const discard = action(draftContract.remove, {
  label: 'Discard',
  done: ({ name }: DraftRow) => `Draft ${name} discarded`,
  failed: ({ name }) => `Draft ${name} was not discarded`,
  ahead: () => null,
})

/** Of more the rest is scrolled to. */
const seen = 2

/** What I began to enter and did not finish, at the foot of the list of its kind: it is known after the rows, and none of them moves for it. */
export function KeptDrafts({ entity, steps, onOpen }: KeptDraftsProps) {
  const kept = useKeptDrafts(entity, useSettled())
  if (!kept?.length) return null
  const all = kept.map((draft, index) => (
    <section key={draft.id} className="kept-draft" aria-label={`Draft ${draft.name}`}>
      <Text as="div">
        {kept.length > seen ? `Draft ${index + 1} of ${kept.length}` : 'Draft'}: {draft.name || 'without a name'}{' '}
        <Text size={13} tone="muted">
          step {draft.step + 1} of {steps}, <When at={draft.updatedAt} />
        </Text>
      </Text>
      <Row isOneLine>
        <ActionButton action={discard} row={draft} size="small" />
        <Button size="small" tone="primary" onClick={() => onOpen(draft.id)}>
          Continue
        </Button>
      </Row>
    </section>
  ))
  return <div className="surface kept-drafts">{all}</div>
}
