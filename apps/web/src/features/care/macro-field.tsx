import {
  fillMacro,
  lackingPlaceholders,
  type MacroAudience,
  type MacroPlaceholder,
  macroContract,
  macroPlaceholderLabels,
  maxPageSize,
  type Ticket,
} from '@larder/contract'
import { IconBolt } from '@tabler/icons-react'
import { type ReactNode, use } from 'react'
import { useRead } from '#api/client.ts'
import { useMe } from '#kit/access/access.tsx'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { textField } from '#kit/fields/fields.tsx'
import { FormRecord } from '#kit/fields/reference.tsx'
import { Button } from '#kit/layout/button.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Menu } from '#kit/layout/menu.tsx'

/** What is said in a ticket, with the macros for those who read it beside the text. */
export function saidField(audience: MacroAudience) {
  const said = textField('text', { label: 'Text', multiline: true })
  return {
    ...said,
    input: (props: FieldInputProps) => (
      <WithMacros {...props} audience={audience}>
        {said.input(props)}
      </WithMacros>
    ),
  }
}

interface WithMacrosProps extends FieldInputProps {
  audience: MacroAudience
  children: ReactNode
}

/** A macro that is chosen comes after what was typed, with the ticket's own words in its places, and is edited like it. */
function WithMacros({ audience, children, ...props }: WithMacrosProps) {
  const ticket = use(FormRecord) as Ticket | null
  const agent = useMe().name
  const { data } = useRead(macroContract.list, { query: { audience, active: true, sort: 'sort', limit: maxPageSize } })
  const words = { customer: ticket?.customer?.name, order: ticket?.order?.name, store: ticket?.store?.name, agent }
  const known = Object.fromEntries(Object.entries(words).filter(([, word]) => word)) as Partial<Record<MacroPlaceholder, string>>
  const say = (text: string) => {
    const typed = typeof props.value === 'string' ? props.value.trimEnd() : ''
    props.onChange([typed, fillMacro(text, known)].filter(Boolean).join('\n'))
  }
  const entries = (data?.rows ?? []).map(({ id, name, text }) => {
    const lacking = lackingPlaceholders(text, known)
    const hint =
      lacking.length > 0 ? `The ticket lacks ${lacking.map((word) => macroPlaceholderLabels[word]).join(' and ')}.` : shortOf(text)
    return { key: id, label: name, hint, disabled: lacking.length > 0, onSelect: () => say(text) }
  })
  return (
    <Stack gap={1}>
      {/* Stays the same one when macros come: somebody may be typing. */}
      {children}
      {entries.length > 0 && (
        <Row>
          <Menu
            label="Macros"
            entries={entries}
            trigger={(open) => (
              <Button size="small" icon={IconBolt} onClick={open}>
                Macros
              </Button>
            )}
          />
        </Row>
      )}
    </Stack>
  )
}

const shown = 60
const shortOf = (text: string) => (text.length > shown ? `${text.slice(0, shown).trimEnd()}…` : text)
