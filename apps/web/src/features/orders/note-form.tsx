import { type Order, orderContract } from '@larder/contract'
import { useState } from 'react'
import { useWrite } from '#api/client.ts'
import { SwitchInput } from '#kit/fields/switch-input.tsx'
import { LineInput } from '#kit/fields/text-inputs.tsx'
import { Button } from '#kit/layout/button.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { Style } from '#kit/theme/style.tsx'

const plain = { onBlur: () => {}, ref: null, isInvalid: false, describedBy: undefined, disabled: false }

/** Adds a note to the timeline: for staff only, unless its author opens it to store and customer. */
export function NoteForm({ order }: { order: Pick<Order, 'id'> }) {
  const [text, setText] = useState('')
  const [isVisible, setVisible] = useState(false)
  const [write, { isBusy, error }] = useWrite(orderContract.addNote)

  const add = async () => {
    const { error: refusal } = await write({ params: { id: order.id }, body: { text, isInternal: !isVisible } })
    if (refusal) return
    setText('')
    setVisible(false)
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
            {...plain}
            id="order-note"
            name="text"
            label="Note"
            text={text}
            onText={setText}
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
              {...plain}
              id="order-note-visible"
              name="visible"
              label="Visible to store and customer"
              value={isVisible}
              onChange={(value) => setVisible(value === true)}
            />
            <Button type="submit" size="small" busy={isBusy} disabled={text.trim() === ''}>
              Add note
            </Button>
          </Row>
        </Stack>
      </form>
    </Style>
  )
}
