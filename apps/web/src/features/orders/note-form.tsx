import { type Order, orderContract } from '@larder/contract'
import { useState } from 'react'
import { useWrite } from '#api/client.ts'
import { useMe } from '#kit/access/access.tsx'
import { switchField, textField } from '#kit/fields/fields.tsx'
import { draftKey, keptDraft, useKeeping } from '#kit/fields/form/kept-draft.ts'
import { SwitchInput } from '#kit/fields/inputs/switch-input.tsx'
import { LineInput } from '#kit/fields/inputs/text-inputs.tsx'
import { unbound } from '#kit/fields/unbound.ts'
import { Button } from '#kit/layout/button.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { Style } from '#kit/theme/style.tsx'

const fields = [textField('text'), switchField('isVisible')]
const blank = { text: '', isVisible: false }

/** Adds a note to the timeline: for staff only, unless its author opens it to store and customer. What is typed outlasts the page. */
export function NoteForm({ order }: { order: Pick<Order, 'id'> }) {
  const me = useMe().id
  const key = draftKey(me, orderContract.addNote.name, order.id)
  const [note, setNote] = useState<typeof blank>(() => ({ ...blank, ...keptDraft(key)?.typed }))
  const [write, { isBusy, error, reset }] = useWrite(orderContract.addNote)
  useKeeping(key, fields, blank, note)

  const add = async () => {
    const { error: refusal } = await write({ params: { id: order.id }, body: { text: note.text, isInternal: !note.isVisible } })
    if (!refusal) setNote(blank)
  }
  return (
    <Style>
      <form
        aria-label="Add a note"
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <Stack gap={2}>
          <Text size={13} weight={500}>
            <label htmlFor="order-note">Note</label>
          </Text>
          <LineInput
            {...unbound}
            id="order-note"
            name="text"
            label="Note"
            text={note.text}
            onText={(text) => {
              if (error) reset()
              setNote({ ...note, text })
            }}
            multiline
            placeholder="What the next person should know"
            isInvalid={error !== undefined}
          />
          {error && (
            <Text size={13} tone="bad">
              <span role="alert">{Object.values(error.fields)[0] ?? error.message}</span>
            </Text>
          )}
          <Row justify="space-between">
            <SwitchInput
              {...unbound}
              id="order-note-visible"
              name="visible"
              label="Visible to store and customer"
              value={note.isVisible}
              onChange={(value) => setNote({ ...note, isVisible: value === true })}
            />
            <Button type="submit" size="small" busy={isBusy} disabled={note.text.trim() === ''}>
              Add note
            </Button>
          </Row>
        </Stack>
      </form>
    </Style>
  )
}
