import { Fragment, type ReactNode } from 'react'
import { Alert } from '../../feedback/alert.tsx'
import type { Field, Group } from '../../fields/field.ts'
import type { Values } from '../../fields/form/contract-resolver.ts'
import { viewOf } from '../../fields/form/field-value.tsx'
import { Button } from '../../layout/button.tsx'
import { Card } from '../../layout/card.tsx'
import { Stack } from '../../layout/flow.tsx'
import { Text } from '../../layout/text.tsx'
import '../../panels/panels.css'

interface WizardCheckProps {
  groups: readonly Group<never>[]
  values: Values
  /** What the server refused that is of no field. */
  refusal: readonly string[]
  onChange: (step: number) => void
  /** What else there is to know first. */
  children?: ReactNode
}

/** All that will be added, step by step, before it is. */
export function WizardCheck({ groups, values, refusal, onChange, children }: WizardCheckProps) {
  return (
    <Stack gap={4}>
      {refusal.length > 0 && <Alert tone="error">{refusal.join(' ')}</Alert>}
      {children}
      {groups.map(({ title, fields }, step) => (
        <Card
          key={title}
          title={title}
          action={
            <Button size="small" name={`Change ${title}`} onClick={() => onChange(step)}>
              Change
            </Button>
          }
        >
          <dl className="facts">
            {fields.map((field: Field<never>) => (
              <Fragment key={field.key}>
                <Text as="dt" tone="muted" size={13}>
                  {field.label}
                </Text>
                <Text as="dd">{viewOf(field, values[field.key])}</Text>
              </Fragment>
            ))}
          </dl>
        </Card>
      ))}
    </Stack>
  )
}
