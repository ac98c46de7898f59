import { type HandedOrder, handOverContract } from '@larder/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useWrite } from '#api/client.ts'
import { useCan, useMe } from '#kit/access/access.tsx'
import { usePlaces } from '#kit/access/places.tsx'
import { type Column, custom } from '#kit/cells/columns.tsx'
import { Alert } from '#kit/feedback/alert.tsx'
import { customField, switchField, textField } from '#kit/fields/fields.tsx'
import { draftKey, dropDraft, keptDraft, useKeeping } from '#kit/fields/form/kept-draft.ts'
import { LineInput, SwitchInput } from '#kit/fields/inputs/lazy-inputs.tsx'
import { unbound } from '#kit/fields/unbound.ts'
import { Button } from '#kit/layout/button.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { useNotify } from '#kit/notify.ts'
import { FewRows } from '#kit/resource/list/few-rows.tsx'
import { Style } from '#kit/theme/style.tsx'
import { useNow } from '#kit/use-now.ts'
import { columnsAt } from './handed-orders.tsx'

/** What is handed over, as the address names it; none of both: all that the person reaches. */
export interface Named {
  branchId?: never
  storeId?: never
}

interface Typed {
  remark: string
  notes: Record<string, string>
  isWholeDesk: boolean
}
const blank: Typed = { remark: '', notes: {}, isWholeDesk: false }
const kept = [textField('remark'), customField('notes', { input: () => null }), switchField('isWholeDesk')] as never
/** A note on each order and one on the shift. What is typed outlasts the page. */
export function HandOverForm({ orders, isCut, named }: { orders: readonly HandedOrder[]; isCut: boolean; named: Named }) {
  const now = useNow()
  const me = useMe().id
  const leads = useCan('hand-over.approve')
  const key = draftKey(me, handOverContract.create.name, Object.values(named).join() || 'all')
  const [typed, setTyped] = useState<Typed>(() => ({ ...blank, ...keptDraft(key)?.typed }))
  useKeeping(key, kept, { ...blank }, { ...typed })
  const { give, isBusy, error } = useGive(named, () => dropDraft(key))
  const noteOn: Column<HandedOrder> = custom(
    'note',
    'Note',
    ({ orderId, number }) => (
      <LineInput
        {...unbound}
        id={`note-${orderId}`}
        name="note"
        label={`Note on ${number}`}
        ownName={`Note on ${number}`}
        text={typed.notes[orderId] ?? ''}
        onText={(text) => setTyped({ ...typed, notes: { ...typed.notes, [orderId]: text } })}
        placeholder="Add a note"
      />
    ),
    { text: ({ number }) => number },
  )
  const columns = [...columnsAt(now), noteOn]
  return (
    <Style>
      <Stack gap={4}>
        {isCut && <Alert tone="warning">There are more open orders than can be handed over at once: these are the first 200.</Alert>}
        <Card title={orders.length === 1 ? '1 open order' : `${orders.length} open orders`} flush>
          <FewRows label="Open orders" columns={columns} rows={orders} keyOf={({ orderId }) => orderId} titleOf={({ number }) => number} />
        </Card>
        <Card title="To the next person">
          <Stack gap={3}>
            <LineInput
              {...unbound}
              id="remark"
              name="remark"
              label="Note on the shift"
              ownName="Note on the shift"
              text={typed.remark}
              onText={(remark) => setTyped({ ...typed, remark })}
              multiline
              placeholder="What the next person should know"
            />
            {leads && (
              <SwitchInput
                {...unbound}
                id="whole-desk"
                name="isWholeDesk"
                label="For the whole desk: what all of us handle"
                value={typed.isWholeDesk}
                onChange={(isOn) => setTyped({ ...typed, isWholeDesk: isOn === true })}
              />
            )}
            {error && (
              <Text tone="bad">
                <span role="alert">{Object.values(error.fields)[0] ?? error.message}</span>
              </Text>
            )}
            <Row>
              <Button tone="primary" busy={isBusy} onClick={() => void give(typed, orders)}>
                Hand over
              </Button>
            </Row>
          </Stack>
        </Card>
      </Stack>
    </Style>
  )
}

/** Hands over what was typed, and goes to what came of it. */
function useGive(named: Named, onDone: () => void) {
  const [write, { isBusy, error }] = useWrite(handOverContract.create)
  const notify = useNotify()
  const navigate = useNavigate()
  const places = usePlaces()
  const give = async ({ remark, notes, isWholeDesk }: Typed, orders: readonly HandedOrder[]) => {
    const noted = orders.flatMap(({ orderId }) => (notes[orderId]?.trim() ? [{ orderId, note: notes[orderId].trim() }] : []))
    const body = { ...named, remark: remark.trim() || null, isWholeDesk, notes: noted }
    const { data } = await write({ body })
    if (!data) return
    onDone()
    notify('Shift handed over')
    navigate(places.recordPath('hand-over', data.id) ?? '/')
  }
  return { give, isBusy, error }
}
