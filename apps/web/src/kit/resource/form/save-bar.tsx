import { useKey } from '../../keys.ts'
import { Button } from '../../layout/button.tsx'
import { Row } from '../../layout/flow.tsx'
import { Text } from '../../layout/text.tsx'
import type { ResourceFormState } from './use-resource-form.ts'
import '../../layout/surface.css'

const listed = 4

/** Stays at the bottom: what would change, and the two ways out. */
export function SaveBar({ state, isNew, onCancel }: { state: ResourceFormState; isNew: boolean; onCancel?: () => void }) {
  const { changes, isBusy, id, discard } = state
  return (
    <div className="surface save-bar">
      <Row justify="space-between" gap={3}>
        <Text size={13} tone="muted" as="div">
          <span aria-live="polite">{isNew ? 'Not saved yet' : changesInWords(state)}</span>
        </Text>
        <Row>
          {(changes.length > 0 || onCancel) && <Button onClick={onCancel ?? discard}>{onCancel ? 'Cancel' : 'Discard'}</Button>}
          <SubmitButton formId={id} busy={isBusy} disabled={!isNew && changes.length === 0} label={isNew ? 'Add' : 'Save'} />
        </Row>
      </Row>
    </div>
  )
}

/** The submit button may stand outside its form; Enter in a field presses it all the same. */
export function SubmitButton({ formId, label, busy, disabled }: { formId: string; label: string; busy: boolean; disabled: boolean }) {
  const form = () => document.getElementById(formId) as HTMLFormElement | null
  useKey('submit', busy || disabled ? null : () => form()?.requestSubmit(), form)
  return (
    <Button type="submit" form={formId} tone="primary" keys="submit" busy={busy} disabled={disabled}>
      {label}
    </Button>
  )
}

/** What would change, and of what can't be saved yet why. */
export function changesInWords({ changes, wrong }: Pick<ResourceFormState, 'changes' | 'wrong'>): string {
  if (changes.length === 0) return 'No changes'
  const words = changes.slice(0, listed).map(({ key, label, from, to }) => wrong[key] ?? `${label}: ${from} → ${to}`)
  const rest = changes.length - words.length
  return words.join(' · ') + (rest > 0 ? ` and ${rest} more` : '')
}
