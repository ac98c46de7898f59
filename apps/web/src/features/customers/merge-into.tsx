import { type Customer, consentChannelLabels, customerContract, formatPhone, ticketContract, walletCreditContract } from '@larder/contract'
import { type ReactNode, use, useEffect } from 'react'
import { useRead } from '#api/client.ts'
import { useCan } from '#kit/access/access.tsx'
import { PhoneText } from '#kit/cells/value-text.tsx'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { ReferenceInput } from '#kit/fields/inputs/lazy-inputs.tsx'
import { FormRecord, referenceSource } from '#kit/fields/reference.tsx'
import { useFormat } from '#kit/format.ts'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { flagWords } from './customer-words.tsx'
import './merge-into.css'

export interface Into {
  id: string
  version: number
}

const source = referenceSource({
  from: customerContract,
  title: ({ name }: Customer) => name,
  hint: ({ phone }: Customer) => formatPhone(phone),
})

/** The record that goes on, at the version that stands here beside the one that is merged. */
export function IntoInput({ value, onChange, ...props }: FieldInputProps) {
  const record = use(FormRecord)
  const { id = '', version } = (value ?? {}) as Partial<Into>
  const one = useRead(customerContract.get, record?.id ? { params: { id: record.id as Customer['id'] } } : null).data
  const chosen = useRead(customerContract.get, id ? { params: { id: id as Customer['id'] } } : null).data
  const into = chosen?.id === id ? chosen : undefined
  useEffect(() => {
    if (into && into.version !== version) onChange({ id: into.id, version: into.version })
  }, [into, version, onChange])
  return (
    <Stack gap={3}>
      <ReferenceInput {...props} source={source} value={id} onChange={(next) => onChange(next ? { id: next } : null)} />
      <div role="status">{one && into && <SideBySide one={one} into={into} />}</div>
    </Stack>
  )
}

/** What either has, line by line. */
function SideBySide({ one, into }: { one: Customer; into: Customer }) {
  const { number, money } = useFormat()
  const [ofOne, ofInto] = [useHeld(one.id), useHeld(into.id)]
  const agreed = ({ consents }: Customer) =>
    consents
      .filter(({ isGiven }) => isGiven)
      .map(({ channel }) => consentChannelLabels[channel])
      .join(', ') || '–'
  const lines: [string, ReactNode, ReactNode][] = [
    ['Phone', <PhoneText key="one" phone={one.phone} />, <PhoneText key="into" phone={into.phone} />],
    ['Orders', number(one.orders), number(into.orders)],
    ['Value', one.value ? money(one.value) : '–', into.value ? money(into.value) : '–'],
    ['Credits', ofOne.credits, ofInto.credits],
    ['Tickets', ofOne.tickets, ofInto.tickets],
    ['Flags', flagWords(one) || '–', flagWords(into) || '–'],
    ['Marketing', agreed(one), agreed(into)],
  ]
  return (
    <div className="table-frame">
      <table className="table merge-sides" aria-label="Both side by side">
        <thead>
          <tr>
            <td />
            <th scope="col">{one.name} is merged</th>
            <th scope="col">{into.name} goes on</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(([label, left, right]) => (
            <tr key={label}>
              <th scope="row">
                <Text tone="muted" size={13}>
                  {label}
                </Text>
              </th>
              <td>{left}</td>
              <td>{right}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function useHeld(customerId: string): { credits: string; tickets: string } {
  const { money, number } = useFormat()
  const [seesCredits, seesTickets] = [useCan('refund.view'), useCan('ticket.view')]
  const balance = useRead(walletCreditContract.balance, seesCredits ? { query: { customerId: customerId as Customer['id'] } } : null).data
  const tickets = useRead(
    ticketContract.list,
    seesTickets ? { query: { customerId: customerId as Customer['id'], limit: 1, count: true } } : null,
  ).data
  return {
    credits: balance ? balance.balances.map(money).join(', ') || '–' : '…',
    tickets: tickets?.total ? `${number(tickets.total.value)}${tickets.total.capped ? '+' : ''}` : '…',
  }
}
